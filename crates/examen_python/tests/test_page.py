"""The page `docs/python.md` is true: its ten uses are run as they stand."""

import re
import zipfile

from conftest import ROOT, needs

import examen_code

# What is somebody's own on the page is something small here.
STAND_INS = [("./codebert", "random-encoder"), ("layers=[6, 12]", "layers=[1, 2]")]


def test_the_ten_most_common_uses_run(tmp_path, monkeypatch, source, table, capsys):
    needs("pyarrow", "polars", "pandas")
    import pyarrow.parquet as pq

    page = (ROOT / "docs/python.md").read_text(encoding="utf-8")
    uses = page.split("## The ten most common uses")[1].split("\n## ")[0]
    blocks = re.findall(r"```python\n(.*?)```", uses, re.DOTALL)
    assert len(blocks) == len(re.findall(r"^\*\*\d+\. ", uses, re.MULTILINE)) == 10

    monkeypatch.chdir(tmp_path)
    (tmp_path / "src").symlink_to(source)
    (tmp_path / "downloads").mkdir()
    with zipfile.ZipFile(tmp_path / "downloads/one.whl", "w") as wheel:
        wheel.writestr("one/code.py", "def area(width, height):\n    return width * height\n")
    pq.write_table(table, "files.parquet")
    examen_code.build("probes", "src", "exams", tasks=["CPX"], size=20, split_by="function", languages="python")
    names = {"my_model": lambda prompt: '{"name": "area"}'}
    for number, block in enumerate(blocks, 1):
        for ours, here in STAND_INS:
            block = block.replace(ours, here)
        exec(compile(block, f"use {number} of docs/python.md", "exec"), names)
    said = capsys.readouterr().out
    assert "py/modification-of-default-value" in said and "path-neighbours" in said
    for name in ["findings", "corpus", "measures", "contexts", "functions", "rewrites", "pairs", "features"]:
        assert len(names[name]), name
