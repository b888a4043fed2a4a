#!/usr/bin/env python3
"""The advisories of RustSec that concern the lock file, where neither cargo audit nor cargo deny is at hand.

    python3 scripts/advisories.py DATABASE

DATABASE is a clone of rustsec/advisory-db, bare or not. Each advisory of a crate that the lock file has in a version that is neither patched nor
unaffected is printed with its kind; the exit code is 1 if one is a weakness, that is, neither `unmaintained`, `unsound` nor `notice`.
"""

import subprocess
import sys
import tomllib
from pathlib import Path


def version(text):
    """Numbers, then whether it is a release; a pre-release comes before its release."""
    text = text.split("+")[0]
    numbers, _, pre = text.partition("-")
    parts = [int(part) for part in numbers.split(".")]
    return (*parts, *[0] * (3 - len(parts)), not pre, pre)


def fits(requirement, found):
    """Whether a version is within a requirement, as cargo reads it: parts with commas, each with an operator."""
    return all(fits_part(part.strip(), found) for part in requirement.split(","))


def fits_part(part, found):
    operator = next((it for it in (">=", "<=", ">", "<", "=", "^", "~") if part.startswith(it)), "^")
    text = part.removeprefix(operator).strip()
    least = version(text)
    if operator in {">=", "<=", ">", "<", "="}:
        return {">=": found >= least, "<=": found <= least, ">": found > least, "<": found < least, "=": found == least}[operator]
    numbers = list(least[:3])
    given = text.split("-")[0].count(".") + 1
    # A caret lets what is behind the first number that is not 0 grow, a tilde what is behind the second.
    grows = next((at for at in range(given) if numbers[at]), given - 1) if operator == "^" else min(1, given - 1)
    most = (*numbers[:grows], numbers[grows] + 1, *[0] * (2 - grows), False, "")
    return least <= found < most


def advisories(database, crates):
    git = ["git", "-C", database, "-c", "safe.directory=*"]
    names = subprocess.run([*git, "ls-tree", "-r", "--name-only", "HEAD", "crates/"], capture_output=True, text=True, check=True).stdout.split()
    for name in names:
        crate = Path(name).parent.name
        if crate in crates and name.endswith(".md"):
            page = subprocess.run([*git, "show", f"HEAD:{name}"], capture_output=True, text=True, check=True).stdout
            front, rest = page.removeprefix("```toml").split("```", 1)
            yield crate, tomllib.loads(front), rest.strip().splitlines()[0].lstrip("# ")


def main():
    lock = tomllib.loads((Path(__file__).resolve().parent.parent / "Cargo.lock").read_text())
    crates = {}
    for package in lock["package"]:
        if "source" in package:
            crates.setdefault(package["name"], []).append(package["version"])
    looked_at, weaknesses = 0, 0
    for crate, advisory, title in advisories(sys.argv[1], crates):
        about, versions = advisory["advisory"], advisory["versions"]
        looked_at += 1
        if "withdrawn" in about:
            continue
        for found in crates[crate]:
            good = versions.get("patched", []) + versions.get("unaffected", [])
            if not any(fits(requirement, version(found)) for requirement in good):
                kind = about.get("informational", "weakness")
                weaknesses += kind == "weakness"
                print(f"{about['id']} {kind}: {crate} {found}: {title}")
    print(f"{len(crates)} crates, {looked_at} advisories about them, {weaknesses} weaknesses in the versions of the lock file")
    sys.exit(weaknesses > 0)


if __name__ == "__main__":
    main()
