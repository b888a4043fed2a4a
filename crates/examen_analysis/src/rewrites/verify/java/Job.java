import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A file with rewrites of its methods. */
final class Job {
    boolean isRun;
    String place;
    byte[] source;
    final List<Rewrite> rewrites = new ArrayList<>();

    /** The edits of one rewrite, by bytes of the file's text. */
    static final class Rewrite {
        int index;
        /** Where its method starts. */
        int method;
        final List<Edit> edits = new ArrayList<>();
        boolean isDone;
    }

    static final class Edit {
        int start;
        int end;
        byte[] text;
    }

    /** The next job, or null when there is none. */
    static Job read(DataInputStream input) throws IOException {
        Job job = new Job();
        try {
            job.isRun = input.readByte() != 0;
        } catch (EOFException end) {
            return null;
        }
        job.place = new String(bytes(input), StandardCharsets.UTF_8);
        job.source = bytes(input);
        int count = input.readInt();
        for (int index = 0; index < count; index++) {
            Rewrite rewrite = new Rewrite();
            rewrite.index = index;
            rewrite.method = input.readInt();
            int edits = input.readInt();
            for (int at = 0; at < edits; at++) {
                Edit edit = new Edit();
                edit.start = input.readInt();
                edit.end = input.readInt();
                edit.text = bytes(input);
                rewrite.edits.add(edit);
            }
            job.rewrites.add(rewrite);
        }
        return job;
    }

    private static byte[] bytes(DataInputStream input) throws IOException {
        byte[] bytes = new byte[input.readInt()];
        input.readFully(bytes);
        return bytes;
    }

    /** Lists of rewrites with at most one of each method; as few lists as possible. */
    List<List<Rewrite>> rounds() {
        List<List<Rewrite>> rounds = new ArrayList<>();
        Map<Integer, Integer> met = new LinkedHashMap<>();
        for (Rewrite rewrite : rewrites) {
            int round = met.merge(rewrite.method, 1, Integer::sum) - 1;
            if (round == rounds.size()) {
                rounds.add(new ArrayList<>());
            }
            rounds.get(round).add(rewrite);
        }
        return rounds;
    }

    /** The text of the file with all edits of some rewrites, which are of different methods. */
    String rewritten(List<Rewrite> chosen) {
        List<Edit> edits = new ArrayList<>();
        for (Rewrite rewrite : chosen) {
            edits.addAll(rewrite.edits);
        }
        edits.sort(Comparator.<Edit>comparingInt(edit -> edit.start).thenComparingInt(edit -> edit.end));
        java.io.ByteArrayOutputStream text = new java.io.ByteArrayOutputStream(source.length + 64);
        int kept = 0;
        for (Edit edit : edits) {
            text.write(source, kept, edit.start - kept);
            text.write(edit.text, 0, edit.text.length);
            kept = edit.end;
        }
        text.write(source, kept, source.length - kept);
        return new String(text.toByteArray(), StandardCharsets.UTF_8);
    }

    /** How many characters of Java stand before a byte. */
    int charOffset(int byteOffset) {
        return new String(source, 0, byteOffset, StandardCharsets.UTF_8).length();
    }
}
