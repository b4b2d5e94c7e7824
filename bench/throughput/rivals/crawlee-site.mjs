/**
 * One site crawled by Crawlee, for bench/throughput: node crawlee-site.mjs SITES FIRST PAGES cheerio|jsdom
 *
 * Follows links below SITES (separated by blanks) from FIRST on, keeps nothing (its storage is in memory), and prints {"pages", "seconds"}: pages
 * received, and the time from the first request to the end. What is not set is as Crawlee sets it.
 */
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { CheerioCrawler, Configuration, LogLevel, log } from '@crawlee/cheerio';
import { JSDOMCrawler } from '@crawlee/jsdom';
import { MemoryStorage } from '@crawlee/memory-storage';

const [sites, first, most, kind] = process.argv.slice(2);
log.setLevel(LogLevel.OFF);
const configuration = new Configuration({
  storageClient: new MemoryStorage({ persistStorage: false, writeMetadata: false }),
  persistStateIntervalMillis: 3_600_000,
  // By its default it takes a quarter of the machine's memory for all there is.
  availableMemoryRatio: 0.5,
});
const options = { maxRequestsPerCrawl: Number(most), maxRequestRetries: 0, useSessionPool: false };
const enqueue = {
  strategy: 'all',
  globs: sites.split(' ').map((site) => `${site}**`),
  transformRequestFunction: withoutFragment,
};

function withoutFragment(request) {
  return { ...request, url: request.url.replace(/#.*/s, '') };
}

let pages = 0;
let last;
const crawler =
  kind === 'jsdom'
    ? new JSDOMCrawler(
        {
          ...options,
          async requestHandler({ window, enqueueLinks }) {
            pages += 1;
            last = window.document.title;
            await enqueueLinks(enqueue);
          },
        },
        configuration,
      )
    : new CheerioCrawler(
        {
          ...options,
          async requestHandler({ $, enqueueLinks }) {
            pages += 1;
            last = $('title').text();
            await enqueueLinks(enqueue);
          },
        },
        configuration,
      );
const begin = performance.now();
await crawler.run([first]);
const seconds = (performance.now() - begin) / 1000;
process.stdout.write(`${JSON.stringify({ pages, seconds, last })}\n`, () => process.exit(0));
