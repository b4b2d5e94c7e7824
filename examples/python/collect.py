"""Makes a collection of pages about a topic: from texts to a file of the pages that are about them.

    sfwc ui --port 8080 --token 'a long secret'
    SFWC_TOKEN='a long secret' python3 collect.py http://127.0.0.1:8080 bees texts/ seeds.txt me@example.org bees.csv

The texts of the topic are the files of a folder; seeds.txt has an address per line. With `web:NAME` in place of the contact address, the crawl
reads a stored web that the workbench lists, and requests nothing.
"""

import os
import pathlib
import sys

from sfwc_client import ApiError, Client, JobFailed


def collect(client, topic, texts, seeds, source, result):
    for file in sorted(pathlib.Path(texts).iterdir()):
        client.add_text(topic, file.name, file.read_bytes())
    print(f"building {topic}", file=sys.stderr)
    client.wait(client.build(topic))

    addresses = [line.strip() for line in pathlib.Path(seeds).read_text(encoding="utf-8").splitlines()]
    wish = {"name": topic, "topic": [topic], "seeds": [line for line in addresses if line], "maxPages": 200}
    kind, _, name = source.partition(":")
    wish.update({"web": name} if kind == "web" else {"contact": source})
    client.start_crawl(wish)
    for state in client.follow(topic):
        print(f"{state['requested']} requested, {state['accepted']} accepted", file=sys.stderr)

    for page in client.pages(topic, which="accepted"):
        print(page["url"], page["title"], sep="\t")
    hits = client.search(topic, topic)["hits"]
    print(f"{len(hits)} pages found for {topic!r}", file=sys.stderr)
    pathlib.Path(result).write_bytes(client.export(topic, "csv"))


def main(words):
    if len(words) != 6 or "SFWC_TOKEN" not in os.environ:
        print(__doc__, file=sys.stderr)
        return 2
    address, *rest = words
    try:
        collect(Client(address, os.environ["SFWC_TOKEN"]), *rest)
    except (ApiError, JobFailed, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
