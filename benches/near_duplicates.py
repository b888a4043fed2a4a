"""Near duplicates: `examen_corpus` against datasketch, in one run on the same files.

    python -m venv VENV && VENV/bin/pip install datasketch
    cargo build --release -p examen_corpus --example near_duplicates
    VENV/bin/python benches/near_duplicates.py --driver target/release/examples/near_duplicates --list FILES.txt

FILES.txt names one file a line. Both sides read the files, take the set of words (maximal runs of ASCII letters,
digits, underscores and non-ASCII bytes; files with fewer than five distinct words have no near duplicates), make
signatures of 128 permutations and look for pairs with a Jaccard similarity of at least 0.8. datasketch's index answers
with unverified candidates, so those whose estimate reaches the threshold are shown beside them. The exact similarity is
computed for every pair that either side names. CPU is that of each side alone, on one thread.
"""

import argparse
import json
import re
import subprocess
import time

from datasketch import MinHash, MinHashLSH

WORD = re.compile(rb"[A-Za-z0-9_\x80-\xff]+")
PERMUTATIONS = 128
MIN_DISTINCT_WORDS = 5


def words_of(path):
    with open(path, "rb") as file:
        return set(WORD.findall(file.read()))


def search_with_datasketch(paths, threshold):
    """Candidates and verified pairs, and the CPU seconds of reading, hashing and searching."""
    start = time.process_time()
    index = MinHashLSH(threshold=threshold, num_perm=PERMUTATIONS)
    hashes, candidates = {}, set()
    for number, path in enumerate(paths):
        words = words_of(path)
        if len(words) < MIN_DISTINCT_WORDS:
            continue
        minhash = MinHash(num_perm=PERMUTATIONS)
        minhash.update_batch(words)
        candidates.update((earlier, number) for earlier in index.query(minhash))
        index.insert(number, minhash)
        hashes[number] = minhash
    verified = {(a, b) for a, b in candidates if hashes[a].jaccard(hashes[b]) >= threshold}
    return candidates, verified, time.process_time() - start


def search_with_examen(driver, paths, threshold):
    """Pairs and CPU seconds, as the driver reports them."""
    done = subprocess.run(
        [driver, str(threshold)], input="\n".join(paths), capture_output=True, text=True, check=True
    )
    result = json.loads(done.stdout)
    return {(a, b) for a, b, _ in result["pairs"]}, result["cpu_seconds"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--driver", required=True, help="the built example `near_duplicates`")
    parser.add_argument("--list", required=True, help="file with one path a line")
    parser.add_argument("--threshold", type=float, default=0.8)
    arguments = parser.parse_args()
    with open(arguments.list) as file:
        paths = file.read().split("\n")
    paths = [path for path in paths if path]

    ours, our_cpu = search_with_examen(arguments.driver, paths, arguments.threshold)
    candidates, theirs, their_cpu = search_with_datasketch(paths, arguments.threshold)
    words = {number: words_of(paths[number]) for pair in ours | candidates for number in pair}
    exact = {(a, b): len(words[a] & words[b]) / len(words[a] | words[b]) for a, b in ours | candidates}
    true = {pair for pair, similarity in exact.items() if similarity >= arguments.threshold}

    print(f"{len(paths)} files, {PERMUTATIONS} permutations, threshold {arguments.threshold}")
    print(f"pairs that either side names and that truly reach the threshold: {len(true)}")
    print(f"{'':24}{'pairs':>8}{'true':>8}{'missed':>8}{'false':>8}{'CPU s':>10}")
    rows = [("examen", ours, our_cpu), ("datasketch, candidates", candidates, their_cpu), ("datasketch, verified", theirs, their_cpu)]
    for name, pairs, cpu in rows:
        print(f"{name:24}{len(pairs):8}{len(pairs & true):8}{len(true - pairs):8}{len(pairs - true):8}{cpu:10.3f}")
    print(f"named by examen and datasketch (verified): {len(ours & theirs)}; only by one: {len(ours ^ theirs)}")
    clear = {pair for pair in ours ^ theirs if abs(exact[pair] - arguments.threshold) > 0.1}
    print(f"of those, further than 0.1 (three standard errors) from the threshold: {len(clear)}")
    print(f"CPU, examen / datasketch: {our_cpu / their_cpu:.4f}")


if __name__ == "__main__":
    main()
