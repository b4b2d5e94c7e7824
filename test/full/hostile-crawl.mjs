import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { setInterval, clearInterval } from 'node:timers';
import { setTimeout as sleep } from 'node:timers/promises';
import { URL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { crawl } from '../../dist/app/crawl/crawl.js';

/**
 * Crawls each kind of answer of the hostile web, and writes a line of JSON for each: how long the main thread was blocked at
 * most, in milliseconds of its processor time where the system tells (Linux), so that other processes do not count.
 * A crawl that waits, because it is asked to, is left waiting.
 * Arguments: knowledge base, folder for results, `1/2` for each second kind, or kinds.
 */
const [kb, folder, ...wanted] = process.argv.slice(2);
const [part, parts] = /^\d+\/\d+$/.test(wanted[0]) ? wanted[0].split('/').map(Number) : [];
const web = new Worker(new URL('../support/hostile-web.mjs', import.meta.url));
const { port, kinds } = await new Promise((started) => web.once('message', started));

const MAX_SECONDS = 40;

/** Milliseconds that the main thread has computed. */
function computed() {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'latin1').split(' ', 1)[0]) / 1e6;
  } catch {
    return performance.now();
  }
}

/** The timer is called once in each round of the event loop at most. */
function watchBlocks() {
  let [blocked, last] = [0, computed()];
  const timer = setInterval(() => {
    const now = computed();
    blocked = Math.max(blocked, now - last);
    last = now;
  }, 1);
  return () => {
    clearInterval(timer);
    return Math.round(blocked);
  };
}

async function crawlKind(kind, place) {
  const options = {
    ...{ kb, topic: 'bees', seeds: [`http://${kind}.example/`], out: `${folder}/${place}`, warc: 'all' },
    ...{ maxPages: 3, maxDepth: 2, timeout: 3, delay: 0.01, follow: 'all', sitemaps: true },
    connectTo: [`*=127.0.0.1:${port}`],
  };
  const [begun, blocked] = [performance.now(), watchBlocks()];
  const outcomes = [];
  const ended = (async () => {
    for await (const { state, code } of crawl(options)) outcomes.push(code ?? state);
  })();
  await Promise.race([ended, sleep(MAX_SECONDS * 1000)]);
  const seconds = Math.round((performance.now() - begun) / 100) / 10;
  return { kind, blocked: blocked(), seconds, outcomes };
}

// What is loaded at the first page, and at the first that has to be rendered, does not count.
await crawlKind('plain', 'first');
await crawlKind('json-ld', 'rendered');
const chosen = parts === undefined ? wanted : kinds.filter((_, place) => place % parts === part - 1);
for (const [place, kind] of chosen.entries())
  process.stdout.write(`${JSON.stringify(await crawlKind(kind, place))}\n`);
process.exit(0);
