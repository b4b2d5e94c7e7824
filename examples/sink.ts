/**
 * A sink of your own, in a program: accepted pages go to a table. The loop reads the same events; the crawl waits for both.
 *
 *     node sink.js KB TOPIC SEED OUT
 *
 * On the command line a sink comes from a plugin, as the parts of the other examples do: { sinks: { table: … } }.
 */
import { createWriteStream, type WriteStream } from 'node:fs';
import { once } from 'node:events';
import { crawl } from 'sfwc';
import type { Sink } from 'sfwc/parts';

/** Writes accepted pages as tab-separated values. */
function table(file: string): Sink {
  const out: WriteStream = createWriteStream(file);
  return {
    name: 'table',
    async write({ url, judgement }, page) {
      if (judgement?.accepted !== true) return;
      const row = [judgement.score.toFixed(3), url, page?.title.replace(/\s+/g, ' ') ?? ''];
      // What is thrown here ends the crawl with an error that names this sink; the crawl can be resumed.
      if (!out.write(`${row.join('\t')}\n`)) await once(out, 'drain');
    },
    async close() {
      out.end();
      await once(out, 'close');
    },
  };
}

const [kb = 'kb', topic = 'diabetes', seed = 'https://example.org/', out = 'out'] = process.argv.slice(2);
const run = crawl({
  kb,
  topic,
  seeds: [seed],
  out,
  maxPages: 20,
  sinks: [table(`${out}.tsv`)],
  ...(process.env['WEB'] === undefined ? {} : { web: process.env['WEB'] }),
});
for await (const { url, state, code } of run) console.log(state, code ?? '', url);
const { accepted, fetched } = await run.summary;
console.log(`${accepted} of ${fetched} pages accepted`);
