"""One site crawled by Scrapy, for bench/throughput: python3 scrapy_site.py SITES FIRST PAGES links|text

Follows links below SITES (separated by blanks) from FIRST on, keeps nothing, and prints {"pages", "seconds"}: pages received, and the time from
the first request to the end. All settings are Scrapy's own but logging, the console and the delay (0, its default, too).
"""
import json
import logging
import sys
import time
from urllib.parse import urldefrag

import scrapy
from scrapy.crawler import CrawlerProcess

SITES, FIRST, PAGES, VARIANT = tuple(sys.argv[1].split()), sys.argv[2], int(sys.argv[3]), sys.argv[4]
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

    def parse(self, response):
        global pages
        pages += 1
        title = response.css("title::text").get()
        text = "" if VARIANT == "links" else " ".join(response.xpath("//body//text()[not(ancestor::script)]").getall())
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
