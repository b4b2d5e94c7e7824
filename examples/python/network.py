"""Writes the links between the accepted pages of a crawl as a network for Gephi and others.

    pip install networkx
    python3 network.py OUT network.gexf

OUT is the folder that `sfwc crawl` wrote to. For GraphML, replace `write_gexf` by `write_graphml`.
"""

import json
import pathlib
import sys

import networkx


def network(out):
    with open(pathlib.Path(out, "events.jsonl"), encoding="utf-8") as lines:
        # A page that was judged again has a later line.
        events = {event["url"]: event for event in map(json.loads, lines)}
    pages = {url: event for url, event in events.items() if event.get("judgement", {}).get("accepted")}
    # Links may name the address before or after a redirect.
    own = {event.get("finalUrl", url): url for url, event in pages.items()} | {url: url for url in pages}
    graph = networkx.DiGraph()
    for url, event in pages.items():
        title = "".join(filter(str.isprintable, event.get("title", "")))
        graph.add_node(url, label=title or url, score=event["judgement"]["score"], depth=event["depth"])
    for url, event in pages.items():
        targets = {own[link] for link in event.get("links", []) if link in own}
        graph.add_edges_from((url, target) for target in sorted(targets - {url}))
    return graph


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    networkx.write_gexf(network(sys.argv[1]), sys.argv[2])
