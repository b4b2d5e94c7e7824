"""Makes corpora/word-space-LANGUAGE.gz: words of German, Spanish, French, Italian, Dutch and Portuguese as means of English ones.

    pip install numpy wordfreq
    python3 scripts/make-word-space-languages.py --translations FOLDER --wordnet FOLDER --out corpora [--check FOLDER]

Input: wns/wikt/wn-wikt-*.tab of the Open Multilingual Wordnet (github.com/omwn/omw-data: synsets of WordNet by words of Wiktionary, Bond
and Foster 2013, CC BY-SA 3.0); data.noun, data.verb, data.adj and data.adv of WordNet 3.0 (Debian's wordnet-base); corpora/word-space-en.gz;
how frequent words are (wordfreq, CC BY-SA 4.0).

Of the most frequent words, each takes the first that holds: its translations, the English words of its synsets, those with the most
synsets and common ones first; itself, where it is about as frequent in English, as names and technical terms are; the translations of the
word without its ending; of the parts of a compound; of the word that begins most like it. The others are left out. A word has four English
words at most. Its weight follows from how frequent it is.

--check FOLDER: has freedict-XXX-eng.dict.dz of Debian's dict-freedict-XXX-eng; prints the share of words whose first English word, or one
of the four, is a translation there.

In place of the vector of a word, the file has four times the number of an English word, in two bytes, and its share, in one. Otherwise it is
as scripts/make-word-space.py writes it. NOTICE names the sources.
"""

import argparse, collections, gzip, hashlib, json, math, os, re, unicodedata

import numpy as np
from wordfreq import top_n_list, word_frequency

CODES = {"de": "deu", "es": "spa", "fr": "fra", "it": "ita", "nl": "nld", "pt": "por"}
WORD = re.compile(r"^(?=.{2,24}$)[^\W\d_]+$")
CANDIDATES, MOST, NEAR, LARGEST = 60_000, 35_000, 4, 255
SAME, COMMON, RAREST = 0.15, 0.2, 1e-7
"""A word stands for itself from this share of its frequency on; how much common translations come first; the least frequency."""
ENDINGS, LINKS, COMPOUNDS, MIN_COMPOUND = ("s", "n", "en", "es", "e", "er", "ern"), ("", "s", "n", "en", "es", "e"), ("de", "nl"), 8
ALIKE, MOST_LEFT, LEFT_COST, FREQUENT = 0.75, 4, 0.8, 0.15
"""Two words are alike if they share so much of the longer one, and at most so many letters are left of each."""
WINDOW, LARGEST_IDF = 64, 11.26
"""Idf is as in make-word-space.py, over windows of so many words."""
SOURCE = "words of wordfreq by the Open Multilingual Wordnet and Princeton WordNet 3.0"


def read_space(file):
    head, body = gzip.open(file).read().split(b"\n", 1)
    head = json.loads(head)
    words = body[head["words"] * (8 + head["dimensions"]) :].decode().split("\n")
    return head["checksum"], {word: place for place, word in enumerate(words)}


def read_synsets(folder):
    synsets = {}
    for part, name in (("n", "noun"), ("v", "verb"), ("a", "adj"), ("r", "adv")):
        for line in open(os.path.join(folder, f"data.{name}"), encoding="latin1"):
            if not line.startswith(" "):
                fields = line.split(" ")
                words = fields[4 : 4 + 2 * int(fields[3], 16) : 2]
                synsets[f"{fields[0]}-{part}"] = [re.sub(r"\(.*\)", "", word).lower() for word in words]
    return synsets


def read_translations(file, synsets, space):
    """English words by word, with their shares."""
    counts = collections.defaultdict(collections.Counter)
    for line in open(file, encoding="utf8"):
        synset, kind, word, *_ = [*line.rstrip("\n").lower().split("\t"), "", ""]
        if kind.endswith("lemma") and WORD.match(word):
            counts[word].update(e for e in synsets.get(synset.replace("-s", "-a"), ()) if e in space)
    return {word: shares({e: n * frequency(e, "en") ** COMMON for e, n in own.items()}) for word, own in counts.items() if own}


def frequency(word, language):
    return max(word_frequency(word, language), RAREST)


def shares(weights):
    """The largest, as shares of their sum."""
    most = sorted(weights, key=lambda word: (-weights[word], word))[:NEAR]
    return {word: weights[word] / sum(weights[one] for one in most) for word in most}


def folded(word):
    return "".join(c for c in unicodedata.normalize("NFD", word) if not unicodedata.combining(c)).replace("ß", "ss")


def without_ending(word, known):
    stems = (word[: -len(ending)] for ending in ENDINGS if word.endswith(ending))
    return next((stem for stem in stems if len(stem) >= 4 and stem in known), None)


def parts_of(word, known):
    """Both parts of a compound, the shortest first part first."""
    for at in range(3, len(word) - 3):
        last = word[at:] if word[at:] in known else without_ending(word[at:], known)
        for link in LINKS if last else ():
            first = word[: at - len(link)]
            if word[:at].endswith(link) and len(first) >= 3 and first in known:
                return first, last
    return None


def open_alike(known, language):
    """Finds the known word that begins most like another; participles are also sought without ge-."""
    by_prefix = collections.defaultdict(list)
    for word in known:
        if len(folded(word)) >= 3:
            by_prefix[folded(word)[:3]].append((folded(word), word, FREQUENT * math.log(frequency(word, language))))

    def alike(word):
        best = (-math.inf, None)
        forms = [folded(word)]
        if language in COMPOUNDS and forms[0].startswith("ge") and len(word) > 6:
            forms.append(forms[0][2:])
        for form in forms:
            for other, original, bonus in by_prefix.get(form[:3], ()):
                same = len(os.path.commonprefix([form, other]))
                left = len(form) - same, len(other) - same
                if left[0] <= MOST_LEFT and left[1] < MOST_LEFT and same >= ALIKE * max(len(form), len(other)):
                    best = max(best, (same - LEFT_COST * sum(left) + bonus, original), key=lambda one: one[0])
        return best[1]

    return alike


def place_words(language, known, space):
    alike, placed = open_alike(known, language), {}
    for word in [word for word in top_n_list(language, 2 * CANDIDATES) if WORD.match(word)][:CANDIDATES]:
        stem = without_ending(word, known)
        parts = parts_of(word, known) if language in COMPOUNDS and len(word) >= MIN_COMPOUND and not stem else None
        if word in known:
            placed[word] = known[word]
        elif word in space and word_frequency(word, "en") >= SAME * word_frequency(word, language):
            placed[word] = {word: 1}
        elif stem:
            placed[word] = known[stem]
        elif parts:
            mixed = collections.Counter()
            for part, weight in zip(parts, (0.4, 0.6)):
                mixed.update({e: weight * share for e, share in known[part].items()})
            placed[word] = shares(mixed)
        elif other := alike(word):
            placed[word] = known[other]
        if len(placed) == MOST:
            break
    return placed


def idf_of(word, language):
    return min(LARGEST_IDF, -math.log(1 - (1 - frequency(word, language)) ** WINDOW))


def write(file, language, placed, space, checksum):
    rows = np.zeros((len(placed), 3 * NEAR), np.uint8)
    for row, own in zip(rows, placed.values()):
        for at, (word, share) in enumerate(own.items()):
            row[3 * at : 3 * at + 3] = space[word] % 256, space[word] // 256, round(LARGEST * share)
    # Numbers of half the precision, which take less room when packed.
    idf = np.array([idf_of(word, language) for word in placed], np.float16)
    numbers = np.stack([np.zeros(len(placed)), idf], 1).astype("<f4")
    body = numbers.tobytes() + rows.tobytes() + "\n".join(placed).encode()
    head = {"format": "sfwc word space", "version": 1, "language": language, "source": SOURCE, "licence": "CC-BY-SA-4.0"}
    head |= {"words": len(placed), "dimensions": 3 * NEAR, "space": checksum, "checksum": hashlib.sha256(body).hexdigest()}
    packed = gzip.compress(json.dumps(head, separators=(",", ":")).encode() + b"\n" + body, 9, mtime=0)
    print(f"{file}: {len(placed)} words, {open(file, 'wb').write(packed)} bytes")


def read_dictionary(file):
    found, word = collections.defaultdict(set), None
    for line in gzip.open(file, "rt", encoding="utf8"):
        if head := re.match(r"^(\S[^/<]*?) +/[^/]*/", line):
            word = head[1].lower()
        elif word and line.strip() and not line.startswith("  "):
            for one in re.split(r"[,;]", re.sub(r"<[^>]*>|\[[^\]]*\]|\([^)]*\)|^\d+\.", "", line)):
                found[word].add(re.sub(r"^(?:to|an?|the) ", "", one.strip().lower()))
    return found


def check(placed, dictionary):
    known = [word for word in placed if word in dictionary]
    first = [next(iter(placed[word])) in dictionary[word] for word in known]
    any_of = [not dictionary[word].isdisjoint(placed[word]) for word in known]
    print(f"{len(known)} words of the dictionary: first word {np.mean(first):.2f}, one of {NEAR} {np.mean(any_of):.2f}")


parser = argparse.ArgumentParser(description="Makes the words of other languages: see the beginning of the file.")
for name in ("translations", "wordnet", "out"):
    parser.add_argument(f"--{name}", required=True, metavar="FOLDER")
parser.add_argument("--check", metavar="FOLDER")
given = parser.parse_args()
checksum, space = read_space(os.path.join(given.out, "word-space-en.gz"))
synsets = read_synsets(given.wordnet)
for language, code in CODES.items():
    known = read_translations(os.path.join(given.translations, f"wn-wikt-{code}.tab"), synsets, space)
    placed = place_words(language, known, space)
    write(os.path.join(given.out, f"word-space-{language}.gz"), language, placed, space, checksum)
    if given.check:
        check(placed, read_dictionary(os.path.join(given.check, f"freedict-{code}-eng.dict.dz")))
