@echo off
rem Dueling teapots: builds what is missing, then plays. Needs a JDK, 17 or newer, and Maven for the build.
rem After a change of the sources delete rgs-examples\target: this script does not compare times.
setlocal
cd /d "%~dp0"
set "JAVA=java"
if defined JAVA_HOME set "JAVA=%JAVA_HOME%\bin\java"
"%JAVA%" -version >nul 2>&1
if errorlevel 1 (
  echo teapots: no Java found; install a JDK, 17 or newer, or set JAVA_HOME 1>&2
  exit /b 2
)
set "BUILT=rgs-examples\target\runtime-classpath.txt"
if not exist "%BUILT%" (
  echo building, the first time takes a minute ...
  call mvn -q -B -pl rgs-examples -am -DskipTests package
  if errorlevel 1 exit /b 2
)
for /f "usebackq delims=" %%L in ("%BUILT%") do set "LIBRARIES=%%L"
"%JAVA%" -Xmx256m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp "rgs-examples\target\classes;%LIBRARIES%" org.gamenet.rgs.examples.teapots.TeapotsMain %*
exit /b %ERRORLEVEL%
