import { createServer } from 'node:http';
import { createReadStream, createWriteStream, existsSync, renameSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { textLines } from '../../src/support/files/whole-lines.js';
import { KEPT, type BenchWeb } from './bench-webs.js';

/** A search engine on loopback that answers as SearXNG does. */
export interface SearchServer {
  /** `http://127.0.0.1:PORT` */
  readonly address: string;
  close(): Promise<void>;
}

interface StoredText {
  readonly url: string;
  readonly title: string;
  readonly text: string;
}

/** Parameters of BM25, and hits of a page of results. */
const [K1, B, PART] = [1.2, 0.75, 10];

/**
 * Serves a search engine over all pages of a web: BM25 over the words of title and main text, as they are written. The texts
 * are read once and kept. The crawl does not see them.
 */
export async function serveSearch(web: BenchWeb): Promise<SearchServer> {
  const search = indexOf(await textsOf(web));
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://engine.example');
    const part = Number(searchParams.get('pageno') ?? '1') - 1;
    const hits = search(searchParams.get('q') ?? '').slice(part * PART, (part + 1) * PART);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ results: hits.map(({ url, title }) => ({ url, title, content: '' })) }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}

async function textsOf(web: BenchWeb): Promise<readonly StoredText[]> {
  const file = path.join(KEPT, `texts-${web.name}.jsonl.gz`);
  if (!existsSync(file)) {
    console.error(`reading the texts of ${web.name} for the search engine`);
    await pipeline(linesOf(web), createGzip(), createWriteStream(`${file}.part`));
    renameSync(`${file}.part`, file);
  }
  const texts: StoredText[] = [];
  for await (const line of textLines(createReadStream(file).pipe(createGunzip())))
    texts.push(JSON.parse(line) as StoredText);
  return texts;
}

async function* linesOf(web: BenchWeb): AsyncGenerator<string> {
  for (const url of web.web.pages) {
    const page = await web.pageAt(url);
    if (page === undefined) continue;
    const { title, text } = page;
    yield `${JSON.stringify({ url, title, text: text.slice(0, 20_000) } satisfies StoredText)}\n`;
  }
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** The pages that have any of the words of a query, the best first. */
function indexOf(texts: readonly StoredText[]): (query: string) => readonly StoredText[] {
  const postings = new Map<string, [number, number][]>();
  const lengths: number[] = [];
  for (const [number, { title, text }] of texts.entries()) {
    const counts = new Map<string, number>();
    const words = wordsOf(`${title} ${text}`);
    lengths.push(words.length);
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    for (const [word, count] of counts) {
      const list = postings.get(word) ?? [];
      if (list.length === 0) postings.set(word, list);
      list.push([number, count]);
    }
  }
  const mean = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, texts.length);
  return (query) => {
    const scores = new Map<number, number>();
    for (const word of new Set(wordsOf(query))) {
      const list = postings.get(word) ?? [];
      const idf = Math.log(1 + (texts.length - list.length + 0.5) / (list.length + 0.5));
      for (const [number, count] of list) {
        const saturation = count + K1 * (1 - B + (B * (lengths[number] ?? mean)) / mean);
        scores.set(number, (scores.get(number) ?? 0) + (idf * count * (K1 + 1)) / saturation);
      }
    }
    return [...scores].sort(([a, x], [b, y]) => y - x || a - b).flatMap(([number]) => texts[number] ?? []);
  };
}
