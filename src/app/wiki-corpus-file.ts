import { createWriteStream } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { z } from 'zod';
import { InputError, messageOf, OutputError } from '../model/errors.js';
import type { Clock } from '../support/clock.js';
import { partialName, removeAbandoned } from '../support/partial-names.js';

/** What a corpus from a wiki was made by; two runs with the same question give the same corpus of the same wiki. */
export const questionSchema = z.strictObject({
  /** Address of the API, or the paths of the exports. */
  source: z.array(z.string()),
  category: z.string(),
  depth: z.number(),
  namespaces: z.array(z.number()),
  excludePersons: z.boolean(),
  excludeCategories: z.array(z.string()),
  limit: z.number().nullable(),
  textFrom: z.string(),
});
export type WikiQuestion = z.output<typeof questionSchema>;

const aboutSchema = z.strictObject({
  question: questionSchema,
  wiki: z.string(),
  /** What software made the pages. */
  generator: z.string(),
  /** Of the texts, as the wiki states it; empty where it does not. */
  licence: z.string(),
  /** When the corpus was finished, ISO 8601. */
  finished: z.string(),
  documents: z.number(),
  /** Categories that were read, the named one among them. */
  categories: z.number(),
  /** Pages that became no document, by reason. */
  leftOut: z.record(z.string(), z.number()),
});
/** What stands beside a corpus, in `NAME.about.json`: where it is from and what was left out. */
export type WikiCorpusAbout = z.output<typeof aboutSchema>;

/** What making a corpus from a wiki tells, and what it uses of the world. */
export interface WikiCorpusEvents {
  /** Documents made, of how many pages known so far. */
  readonly onProgress?: (taken: number, known: number, note: string) => void;
  readonly onWarning?: (message: string) => void;
  readonly signal?: AbortSignal;
  readonly clock: Clock;
}

/** The file beside a corpus that says where it is from. */
export function aboutFile(out: string): string {
  return `${out.replace(/\.(?:jsonl|ndjson)(?:\.gz)?$/i, '')}.about.json`;
}

/** What is known of a finished corpus; undefined when there is none. @throws InputError when it cannot be read */
export async function readAbout(out: string): Promise<WikiCorpusAbout | undefined> {
  const file = aboutFile(out);
  let content: string;
  try {
    content = await readFile(file, 'utf8');
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new InputError(`${file} cannot be read: ${messageOf(thrown)}`, { cause: thrown });
  }
  try {
    return aboutSchema.parse(JSON.parse(content));
  } catch {
    throw new InputError(`${file} does not say what corpus this is`, { hint: 'remove it, or use --force' });
  }
}

/**
 * Writes a corpus and what stands beside it; both are there whole or not at all.
 * @param lines without line ends
 * @throws OutputError; whatever `lines` throws
 */
export async function writeCorpusFile(
  out: string,
  lines: AsyncIterable<string>,
  about: () => WikiCorpusAbout,
): Promise<WikiCorpusAbout> {
  const partial = partialName(out);
  const ended = async function* (): AsyncGenerator<string> {
    for await (const line of lines) yield `${line}\n`;
  };
  const pack = /\.gz$/i.test(out) ? [createGzip()] : [];
  try {
    await mkdir(path.dirname(out), { recursive: true });
    await removeAbandoned(path.dirname(out), (name) => name === path.basename(out));
    await pipeline([Readable.from(ended()), ...pack, createWriteStream(partial)]);
    await rename(partial, out);
    const said = about();
    await writeFile(partial, `${JSON.stringify(said, undefined, 2)}\n`);
    await rename(partial, aboutFile(out));
    return said;
  } catch (thrown) {
    await rm(partial, { force: true }).catch(() => undefined);
    const code = (thrown as NodeJS.ErrnoException).code;
    if (code === undefined || !/^E[A-Z]+$/.test(code)) throw thrown;
    throw cannotWrite(out, thrown);
  }
}

export function cannotWrite(file: string, cause: unknown): OutputError {
  return new OutputError(`cannot write ${file}: ${messageOf(cause)}`, {
    hint: 'is the folder writable, and is there room on the disk?',
    cause,
  });
}
