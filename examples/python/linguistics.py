"""Writes the accepted pages of a crawl in CoNLL-U: sentences, words, lemmas, tags and syntax by Stanza.

    pip install stanza
    sfwc pages OUT --format jsonl | python3 linguistics.py > pages.conllu

Stanza downloads the model of a language when it meets the first page in it.
"""

import functools
import json
import sys

import stanza


@functools.cache
def pipeline(language):
    try:
        return stanza.Pipeline(language, processors="tokenize,mwt,pos,lemma,depparse", verbose=False)
    except Exception as error:
        print(f"pages in {language} are left out: {error}", file=sys.stderr)
        return None


def main():
    for line in sys.stdin:
        page = json.loads(line)
        read = pipeline(page.get("language", "en").split("-")[0])
        if read is None or not page["text"].strip():
            continue
        print(f"# newdoc id = {page['url']}")
        print("{:C}".format(read(page["text"])), end="\n\n")


if __name__ == "__main__":
    main()
