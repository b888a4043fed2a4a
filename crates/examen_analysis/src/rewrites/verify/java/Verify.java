import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Gets files with rewrites on standard input and answers with verdicts on standard output. The arguments are javac's. */
final class Verify {
    private static final int DETAIL_CHARS = 600;

    private final Javac javac;
    private final DataOutputStream out;

    private Verify(Javac javac, DataOutputStream out) {
        this.javac = javac;
        this.out = out;
    }

    public static void main(String[] options) throws IOException {
        DataInputStream input = new DataInputStream(new BufferedInputStream(System.in));
        OutputStream answers = new FileOutputStream(FileDescriptor.out);
        DataOutputStream out = new DataOutputStream(new BufferedOutputStream(answers));
        // Nobody else is to speak or to be spoken to.
        System.setIn(new ByteArrayInputStream(new byte[0]));
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        System.setErr(new PrintStream(OutputStream.nullOutputStream()));
        Javac javac = new Javac(List.of(options));
        Verify verify = new Verify(javac, out);
        String problem = javac.problem();
        if (problem != null) {
            out.writeByte('x');
            verify.text(problem);
            out.flush();
            return;
        }
        out.writeByte('r');
        out.flush();
        for (Job job = Job.read(input); job != null; job = Job.read(input)) {
            if (job.isRun) {
                verify.run(job);
            } else {
                verify.compile(job);
            }
            out.writeByte('e');
            out.flush();
        }
        // Threads of the code that was run do not keep this process.
        Runtime.getRuntime().halt(0);
    }

    /**
     * Compiles rewrites of different methods of a file together: what is wrong inside one body is wrong whatever the others
     * are. Only where that fails is each compiled by itself.
     */
    private void compile(Job job) throws IOException {
        String originalError = null;
        boolean isOriginalKnown = false;
        for (List<Job.Rewrite> round : job.rounds()) {
            String error = javac.error(job.place, job.rewritten(round));
            if (error != null && !isOriginalKnown) {
                originalError = javac.error(job.place, job.rewritten(List.of()));
                isOriginalKnown = true;
            }
            for (Job.Rewrite rewrite : round) {
                String own = error == null || round.size() == 1 || originalError != null
                    ? error
                    : javac.error(job.place, job.rewritten(List.of(rewrite)));
                if (own == null) {
                    verdict(rewrite, "compiles", "");
                } else if (originalError == null) {
                    verdict(rewrite, "breaks", own);
                } else {
                    verdict(rewrite, "original-does-not-compile", originalError);
                }
            }
            out.flush();
        }
    }

    /** Calls original and rewrites on the same arguments; rewrites of different methods are compiled together. */
    private void run(Job job) throws IOException {
        Javac.Classes original = javac.classes(job.place, job.rewritten(List.of()));
        Map<Integer, Calls.Outcomes> outcomes = new HashMap<>();
        for (List<Job.Rewrite> round : job.rounds()) {
            Javac.Classes together = original.error == null ? javac.classes(job.place, job.rewritten(round)) : original;
            for (Job.Rewrite rewrite : round) {
                if (original.error != null) {
                    verdict(rewrite, "not-run", "original-does-not-compile: " + original.error);
                    continue;
                }
                Calls.Outcomes known = outcomes.get(rewrite.method);
                if (known == null) {
                    begin('o', rewrite);
                    known = Calls.ofOriginal(original, original.method(job.charOffset(rewrite.method)));
                    outcomes.put(rewrite.method, known);
                }
                if (known.reason != null) {
                    verdict(rewrite, "not-run", known.reason);
                    if (known.isStuck) {
                        rest(job, rewrite, known.reason);
                    }
                    continue;
                }
                begin('b', rewrite);
                compare(job, rewrite, known, original, together, round.size() == 1);
            }
        }
    }

    private void compare(Job job, Job.Rewrite rewrite, Calls.Outcomes known, Javac.Classes original,
            Javac.Classes together, boolean isAlone) throws IOException {
        Javac.Method method = original.method(job.charOffset(rewrite.method));
        Calls.Outcomes outcomes = together.error == null ? Calls.of(together, method) : null;
        if (outcomes == null || !isAlone && !outcomes.isStuck && known.difference(outcomes) != null) {
            Javac.Classes alone = isAlone ? together : javac.classes(job.place, job.rewritten(List.of(rewrite)));
            if (alone.error != null) {
                verdict(rewrite, "breaks", alone.error);
                return;
            }
            outcomes = Calls.of(alone, method);
        }
        String difference = known.difference(outcomes);
        verdict(rewrite, difference == null ? "same" : "differs", difference == null ? "" : difference);
        if (outcomes.isStuck) {
            end();
        }
    }

    /** Gives the same verdict to all other rewrites of a method whose call cannot be stopped, and ends. */
    private void rest(Job job, Job.Rewrite done, String reason) throws IOException {
        for (Job.Rewrite other : job.rewrites) {
            if (other != done && other.method == done.method && !other.isDone) {
                verdict(other, "not-run", reason);
            }
        }
        end();
    }

    private void end() throws IOException {
        out.flush();
        Runtime.getRuntime().halt(0);
    }

    private void begin(char tag, Job.Rewrite rewrite) throws IOException {
        out.writeByte(tag);
        out.writeInt(rewrite.index);
        out.flush();
    }

    private void verdict(Job.Rewrite rewrite, String verdict, String detail) throws IOException {
        rewrite.isDone = true;
        out.writeByte('v');
        out.writeInt(rewrite.index);
        text(verdict);
        text(detail);
    }

    private void text(String text) throws IOException {
        String cut = text.length() <= DETAIL_CHARS ? text : text.substring(0, DETAIL_CHARS) + "…";
        byte[] bytes = cut.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }
}
