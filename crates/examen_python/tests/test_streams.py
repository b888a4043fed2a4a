"""Tables in, tables out: every kind of table, lazily, with the columns that were asked for."""

import gc
import threading
import time

import pytest
from conftest import CODE, needs

import examen_code


def findings(stream):
    return [(row["query"], row["start_line"], row["text"]) for row in stream]


EXPECTED = [("py/unused-import", 1, "import os"), ("py/unused-import", 2, "import sys")]


def test_a_string_and_a_list_are_tables():
    assert findings(examen_code.query(CODE, queries="py/unused-import")) == EXPECTED
    rows = examen_code.query(["x = 1\n", CODE], queries="py/unused-import").rows()
    assert [row["row"] for row in rows] == [1, 1]


def test_every_kind_of_table_gives_the_same(table):
    pa, pl, pd, duckdb = needs("pyarrow", "polars", "pandas", "duckdb")
    whole = examen_code.query(table).to_pyarrow()
    assert whole.num_rows > 10
    of_pandas = pd.DataFrame(table.to_pydict())
    large = table.cast(pa.schema([("id", pa.string()), ("path", pa.large_string()), ("content", pa.large_string())]))
    others = {
        "reader": table.to_reader(max_chunksize=5),
        "batch": table.combine_chunks().to_batches()[0],
        "large strings": large,
        "polars": pl.DataFrame(table),
        "pandas": of_pandas,
        "duckdb": duckdb.sql("select * from of_pandas"),
    }
    for name, other in others.items():
        assert examen_code.query(other).rows() == whole.to_pylist(), name
    assert examen_code.query(table).to_polars().shape == (whole.num_rows, whole.num_columns)
    assert len(examen_code.query(table).to_pandas()) == whole.num_rows
    stream = examen_code.query(table)
    assert duckdb.sql("select count(*) from stream").fetchall() == [(whole.num_rows,)]


def test_repeated_columns_may_have_any_type():
    pa = needs("pyarrow")
    import datetime

    day = datetime.datetime(2026, 1, 2, 3, 4, 5)
    table = pa.table({"id": pa.array(["a"]).dictionary_encode(), "at": pa.array([day], pa.timestamp("s")), "code": ["import os\n"]})
    keep = ["id", "at"]
    [row] = examen_code.query(table, keep=keep).rows()
    assert (row["id"], row["at"]) == ("a", "2026-01-02T03:04:05")
    # Tables keep the type.
    assert examen_code.query(table, keep=keep).to_pyarrow().schema.field("at").type == pa.timestamp("s")


def test_batches_are_made_when_they_are_asked_for(table):
    pa = needs("pyarrow")
    pulled = []

    def batches():
        for batch in table.to_batches(max_chunksize=4):
            pulled.append(batch.num_rows)
            yield batch

    reader = pa.RecordBatchReader.from_batches(table.schema, batches())
    out = pa.RecordBatchReader.from_stream(examen_code.query(reader))
    assert pulled == []
    seen = 0
    for _ in out:
        seen += 1
        assert len(pulled) == seen, "one batch for one batch"
    assert seen == -(-table.num_rows // 4)


def test_a_stream_is_read_once():
    needs("pyarrow")
    stream = examen_code.query(CODE)
    assert "query" in stream.columns and "Stream(" in repr(stream)
    stream.to_pyarrow()
    for read in (stream.to_pyarrow, stream.rows, stream.__arrow_c_stream__):
        with pytest.raises(ValueError, match="has been read"):
            read()


def test_columns_are_kept_by_name(table):
    assert examen_code.query(table).columns[:2] == ["id", "path"]
    assert examen_code.query(table, keep=["id"]).columns[:2] == ["id", "query"]
    with pytest.raises(KeyError, match="there is no column `nothing`; there are id, path, content"):
        examen_code.query(table, keep="nothing")
    with pytest.raises(ValueError, match="has a column `text` of its own"):
        examen_code.query(table.rename_columns(["id", "path", "text"]), column="text", keep="text")


def test_integers_are_signed_and_results_are_the_same_on_any_number_of_threads(table):
    pa = needs("pyarrow")
    one = examen_code.metrics(table, threads=1).to_pyarrow()
    assert one == examen_code.metrics(table, threads=3).to_pyarrow()
    assert not any(pa.types.is_unsigned_integer(field.type) for field in one.schema)


def test_other_threads_go_on(table):
    pa = needs("pyarrow")
    large = pa.concat_tables([table] * 8).combine_chunks()
    waits, done = [], threading.Event()

    def look():
        last = time.monotonic()
        while not done.is_set():
            time.sleep(0.005)
            now = time.monotonic()
            waits.append(now - last)
            last = now

    thread = threading.Thread(target=look)
    thread.start()
    started = time.monotonic()
    examen_code.query(large).to_pyarrow()
    took = time.monotonic() - started
    done.set()
    thread.join()
    # The other thread ran all along: it did not wait for the end.
    assert len(waits) > 3 and max(waits) < max(took * 0.9, 0.2)


def test_input_is_let_go(table):
    pa = needs("pyarrow")
    gc.collect()
    before = pa.total_allocated_bytes()
    for _ in pa.RecordBatchReader.from_stream(examen_code.query(pa.table(table.to_pydict()))):
        pass
    gc.collect()
    assert pa.total_allocated_bytes() - before < 1 << 20


def test_a_closed_stream_is_an_exception(table, tmp_path):
    pa = needs("pyarrow")
    with pa.OSFile(str(tmp_path / "table.arrow"), "wb") as file, pa.ipc.new_stream(file, table.schema) as writer:
        writer.write_table(table, max_chunksize=4)
    file = open(tmp_path / "table.arrow", "rb")
    stream = examen_code.query(pa.ipc.open_stream(file))
    next(stream)
    file.close()
    with pytest.raises(examen_code.ExamenError, match="closed file"):
        stream.rows()
    # One that another has read before has no rows left, and says no untruth.
    drained = table.to_reader()
    drained.read_all()
    assert examen_code.query(drained).rows() == []
    # A result of ours that has been read is no table any more.
    stream = examen_code.functions(table)
    stream.rows()
    with pytest.raises(ValueError, match="has been read"):
        examen_code.query(stream, column="text")
    # What is left in the middle is let go, and the next one begins anew.
    for _ in pa.RecordBatchReader.from_stream(examen_code.query(table)):
        break
    assert examen_code.query(CODE).rows()
