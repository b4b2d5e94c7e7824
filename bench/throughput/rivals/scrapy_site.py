"""One site crawled by Scrapy, for bench/throughput: python3 scrapy_site.py SITES FIRST PAGES links|text|judged [CORPUS BACKGROUND OUT]

Follows links below SITES (separated by blanks) from FIRST on, keeps nothing, and prints {"pages", "seconds"}: pages received, and the time from
the first request to the end. All settings are Scrapy's own but logging, the console and the delay (0, its default, too).

`judged` takes the main text of each page (trafilatura), judges it by a logistic regression over TF-IDF (scikit-learn) that was trained
on two folders of texts, and writes the accepted pages to OUT as JSON lines.
"""
import json
import logging
import sys
import time
from urllib.parse import urldefrag

import scrapy
from scrapy.crawler import CrawlerProcess

SITES, FIRST, PAGES, VARIANT = tuple(sys.argv[1].split()), sys.argv[2], int(sys.argv[3]), sys.argv[4]


def train(corpus, background):
    from pathlib import Path

    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline

    texts = [[file.read_text() for file in sorted(Path(folder).glob("**/*.txt"))] for folder in (corpus, background)]
    model = make_pipeline(TfidfVectorizer(stop_words="english"), LogisticRegression(class_weight="balanced"))
    return model.fit(texts[0] + texts[1], [1] * len(texts[0]) + [0] * len(texts[1]))


if VARIANT == "judged":
    import trafilatura

    model, out = train(sys.argv[5], sys.argv[6]), open(sys.argv[7], "w")


def keep(url, html, title):
    text = trafilatura.extract(html, url=url) or ""
    score = model.predict_proba([text])[0][1]
    if score >= 0.5:
        out.write(json.dumps({"url": url, "title": title, "text": text, "score": score}) + "\n")


logging.disable(logging.CRITICAL)
pages = 0
begin = 0.0


class SiteSpider(scrapy.Spider):
    name = "site"
    seen = {FIRST}

    def start_requests(self):
        global begin
        begin = time.monotonic()
        yield scrapy.Request(FIRST)

    # What Scrapy 2.13 and later call.
    async def start(self):
        for request in self.start_requests():
            yield request

    def parse(self, response):
        global pages
        pages += 1
        title = response.css("title::text").get()
        if VARIANT == "judged":
            keep(response.url, response.text, title)
        text = "" if VARIANT != "text" else " ".join(response.xpath("//body//text()[not(ancestor::script)]").getall())
        # What stands on a page several times is looked at once.
        for link in set(urldefrag(href)[0] for href in response.css("a::attr(href)").getall()):
            url = response.urljoin(link)
            if url.startswith(SITES) and url not in self.seen and len(self.seen) < PAGES:
                self.seen.add(url)
                yield scrapy.Request(url)
        self.last = (title, len(text))


process = CrawlerProcess(
    {"LOG_ENABLED": False, "TELNETCONSOLE_ENABLED": False, "DOWNLOAD_DELAY": 0, "ROBOTSTXT_OBEY": True},
    install_root_handler=False,
)
process.crawl(SiteSpider)
process.start()
print(json.dumps({"pages": pages, "seconds": time.monotonic() - begin}))
