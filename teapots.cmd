@echo off
rem Dueling teapots: builds what is missing, then plays. Needs a JDK, 17 or newer, and Maven for the build.
rem After a change of the sources delete rgs-examples\target and rgs-examples-window\target: this script does not compare times.
setlocal
cd /d "%~dp0"
set "JAVA=java"
if defined JAVA_HOME set "JAVA=%JAVA_HOME%\bin\java"
"%JAVA%" -version >nul 2>&1
if errorlevel 1 (
  echo teapots: no Java found; install a JDK, 17 or newer, or set JAVA_HOME 1>&2
  exit /b 2
)
rem A window, or with --drill (or what only the drill takes) the drill in the terminal.
set "MODULE=rgs-examples-window"
set "MAIN=org.gamenet.rgs.examples.teapots.window.WindowMain"
set "ARGUMENTS="
:next
if "%~1"=="" goto chosen
if "%~1"=="--drill" set "MODULE=rgs-examples"
if "%~1"=="--headless" set "MODULE=rgs-examples"
if "%~1"=="--seed" set "MODULE=rgs-examples"
if "%~1"=="--break" set "MODULE=rgs-examples"
if "%~1"=="--record" set "MODULE=rgs-examples"
if not "%~1"=="--drill" set ARGUMENTS=%ARGUMENTS% %1
shift
goto next
:chosen
if "%MODULE%"=="rgs-examples" set "MAIN=org.gamenet.rgs.examples.teapots.TeapotsMain"
set "BUILT=%MODULE%\target\runtime-classpath.txt"
if not exist "%BUILT%" (
  echo building; the first time takes a minute, and longer if Maven has to download
  call mvn -q -B -pl %MODULE% -am -DskipTests package
  if errorlevel 1 exit /b 2
)
for /f "usebackq delims=" %%L in ("%BUILT%") do set "LIBRARIES=%%L"
"%JAVA%" -Xmx256m -XX:+UseSerialGC -XX:MetaspaceSize=64m -XX:TieredStopAtLevel=1 -cp "%MODULE%\target\classes;%LIBRARIES%" %MAIN% %ARGUMENTS%
exit /b %ERRORLEVEL%
