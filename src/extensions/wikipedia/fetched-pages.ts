import type { PageFacts } from './api-queries.js';
import { createReadStream } from 'node:fs';
import { appendFile, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { cannotWrite } from '../../support/files/cannot-write.js';
import { parseJson } from '../../support/parse-json.js';
import { textLines } from '../../support/files/whole-lines.js';
import { DBPEDIA_RESOURCE_BASE, WIKIDATA_ENTITY_BASE } from '../../model/vocabulary.js';
import { createPartialFile } from '../../support/files/replace-file.js';
import { tidyText } from '../../language/corpus/draft.js';
import { subjectIri } from '../../language/linking/labels/label-entry.js';

/** The pages that were fetched for a corpus, each on disk at once: what one run has fetched, the next one need not. */
export interface FetchedPages {
  readonly file: string;
  /** Number of them. */
  readonly size: number;
  has(page: PageVersion): boolean;
  /** @throws OutputError */
  keep(record: WikiRecord): Promise<void>;
  /** Writes those pages that are wanted as the corpus, and removes the file of kept pages. @throws OutputError */
  finish(out: string, wanted: readonly PageVersion[]): Promise<void>;
  remove(): Promise<void>;
}

/** Identifies a version of a page. */
export type PageVersion = Pick<WikiRecord, 'id' | 'revision'>;

const keyOf = ({ id, revision = 0 }: PageVersion): string => `${revision} ${id}`;

/** Opens the pages that were kept for a corpus by earlier runs. @throws OutputError when the file cannot be written */
export async function openFetchedPages(out: string, force: boolean): Promise<FetchedPages> {
  const file = `${out}.partial`;
  const append = (text: string): Promise<void> =>
    appendFile(file, text).catch((thrown: unknown) => {
      throw cannotWrite(file, thrown);
    });
  await mkdir(path.dirname(out), { recursive: true }).catch((thrown: unknown) => {
    throw cannotWrite(file, thrown);
  });
  if (force) await rm(file, { force: true });
  // A process that was killed may have written half a line.
  await append('\n');
  const known = new Set<string>();
  for await (const [key] of readKept(file)) known.add(key);
  return {
    file,
    get size() {
      return known.size;
    },
    has: (page) => known.has(keyOf(page)),
    async keep(record) {
      await append(`${JSON.stringify(record)}\n`);
      known.add(keyOf(record));
    },
    async finish(to, wanted) {
      const left = new Set(wanted.map(keyOf));
      const corpus = await createPartialFile(to, /\.gz$/i.test(to) ? undefined : new PassThrough());
      try {
        for await (const [key, line] of readKept(file)) if (left.delete(key)) await corpus.write(`${line}\n`);
        await corpus.close();
        await corpus.moveTo(to);
      } finally {
        await corpus.discard();
      }
      await rm(file, { force: true });
    },
    remove: () => rm(file, { force: true }),
  };
}

/** Lines that are whole, with their keys. */
async function* readKept(file: string): AsyncGenerator<readonly [key: string, line: string]> {
  for await (const line of textLines(createReadStream(file))) {
    const record = parseJson(line) as PageVersion | undefined;
    if (record?.id !== undefined) yield [keyOf(record), line];
  }
}

/** One line of a corpus from a wiki, by the names under which the reader of JSON lines looks. */
interface WikiRecord {
  /** The canonical address of the page; its title where it has none. */
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly language?: string;
  readonly url?: string;
  /** Subject of the page: for the English Wikipedia the DBpedia resource, else the Wikidata item. */
  readonly iri?: string;
  /** The Wikidata item, where the wiki names it. */
  readonly wikidata?: string;
  readonly revision?: number;
  readonly categories: readonly string[];
}

/** Makes a record of a page; undefined when it holds no text. */
export function wikiRecord(page: PageFacts, plain: string): WikiRecord | undefined {
  const { title, language, url, item, revision, visibleCategories: categories } = page;
  const text = tidyText(plain);
  if (!/\p{L}/u.test(text)) return undefined;
  const wikidata = item === undefined ? undefined : WIKIDATA_ENTITY_BASE + item;
  const subject = url === undefined ? undefined : subjectIri(url);
  const iri = subject?.startsWith(DBPEDIA_RESOURCE_BASE) === true ? subject : wikidata;
  return { id: url ?? title, title, text, language, url, iri, wikidata, revision, categories };
}
