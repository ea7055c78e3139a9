package org.gamenet.rgs.testkit;

import java.lang.reflect.Method;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;
import org.junit.platform.commons.support.AnnotationSupport;
import org.opentest4j.TestAbortedException;

/** Plays a test once for each of its seeds, and says of one that fails how to play it again. */
final class ClusterExtension implements TestTemplateInvocationContextProvider {
    private static final String ONE = "rgs.seed";
    private static final String HOW_MANY = "rgs.seeds";
    private static final String FROM = "rgs.seeds.from";

    @Override
    public boolean supportsTestTemplate(ExtensionContext context) {
        return true;
    }

    @Override
    public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(ExtensionContext context) {
        DrillReport report = new DrillReport(context.getRequiredTestClass().getSimpleName() + "."
                + context.getRequiredTestMethod().getName());
        // The store of the whole test closes it, after the last seed.
        context.getStore(ExtensionContext.Namespace.create(ClusterExtension.class))
                .put("report", report);
        return seeds(context).mapToObj(seed -> new Played(seed, report));
    }

    private static LongStream seeds(ExtensionContext context) {
        String one = System.getProperty(ONE);
        if (one != null) return LongStream.of(number(ONE, one));
        Seeds seeds = AnnotationSupport.findAnnotation(context.getElement(), Seeds.class)
                .orElse(null);
        if (seeds == null) return LongStream.of(1);
        String many = System.getProperty(HOW_MANY);
        String first = System.getProperty(FROM);
        long count = many == null ? seeds.value() : number(HOW_MANY, many);
        long from = first == null ? seeds.from() : number(FROM, first);
        if (count < 1) throw new ExtensionConfigurationException("@Seeds(" + count + "): 1 or more");
        return LongStream.range(from, from + count);
    }

    private static long number(String property, String text) {
        try {
            return Long.parseLong(text.strip());
        } catch (NumberFormatException notANumber) {
            throw new ExtensionConfigurationException("-D" + property + "=" + text + ": a whole number is wanted");
        }
    }

    /** One seed's run. */
    private static final class Played implements TestTemplateInvocationContext {
        private final long seed;
        private final DrillReport report;

        Played(long seed, DrillReport report) {
            this.seed = seed;
            this.report = report;
        }

        @Override
        public String getDisplayName(int index) {
            return "seed " + seed;
        }

        @Override
        public List<Extension> getAdditionalExtensions() {
            return List.of(new Handed(seed, report));
        }
    }

    /** The cluster of one run, from the first that asks for it to the end of the test. */
    private static final class Handed implements ParameterResolver, InvocationInterceptor {
        private final Cluster cluster;
        private final DrillReport report;

        Handed(long seed, DrillReport report) {
            this.cluster = Cluster.of(seed);
            this.report = report;
            cluster.seen().exercised(report.exercised());
        }

        @Override
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
            return parameter.getParameter().getType() == Cluster.class;
        }

        @Override
        public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
            return cluster;
        }

        @Override
        public void interceptTestTemplateMethod(
                Invocation<Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
                throws Throwable {
            long began = System.nanoTime();
            try {
                invocation.proceed();
                cluster.seen().checkViolations();
                report.played(System.nanoTime() - began);
            } catch (TestAbortedException skipped) {
                throw skipped;
            } catch (Throwable failed) {
                throw retold(failed, method.getExecutable());
            }
        }

        private AssertionError retold(Throwable failed, Method test) {
            String why = failed instanceof AssertionError && failed.getMessage() != null
                    ? failed.getMessage()
                    : failed.toString();
            AssertionError told = new AssertionError(
                    why + "\n" + cluster.story() + "play it again: -Drgs.seed=" + cluster.seed() + " -Dtest="
                            + test.getDeclaringClass().getSimpleName() + "#" + test.getName(),
                    // A cause that is told already is not told a second time, as the cause.
                    failed instanceof Violation ? failed.getCause() : failed);
            told.setStackTrace(failed.getStackTrace());
            return told;
        }
    }
}
