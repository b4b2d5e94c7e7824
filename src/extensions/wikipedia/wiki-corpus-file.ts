import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { z } from 'zod';
import { jsonFile } from '../../support/files/replace-file.js';
import { createPartialFile } from '../../support/files/partial-file.js';
import { InputError, messageOf } from '../../model/errors.js';
import type { Clock } from '../../support/time/clock.js';
import { removeAbandoned } from '../../support/files/partial-names.js';

/** Question by which a corpus of a wiki was made; two runs with the same question give the same corpus of the same wiki. */
export const questionSchema = z.strictObject({
  /** Address of the API. */
  api: z.string(),
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
  /** Software that made the pages. */
  generator: z.string(),
  /** Of the texts, as the wiki states it; empty where it does not. */
  licence: z.string(),
  /** Time at which the corpus was finished, ISO 8601. */
  finished: z.string(),
  documents: z.number(),
  /** Categories that were read, the named one among them. */
  categories: z.number(),
  /** Pages that became no document, by reason. */
  leftOut: z.record(z.string(), z.number()),
});
/** The description next to a corpus, `NAME.about.json`: where it is from and what was left out. */
export type WikiCorpusAbout = z.output<typeof aboutSchema>;

/** Reports and services of making a corpus of a wiki. */
export interface WikiCorpusEvents {
  /** Documents made, of how many pages known so far. */
  readonly onProgress?: (taken: number, known: number) => void;
  readonly onWarning?: (message: string) => void;
  readonly signal?: AbortSignal;
  readonly clock: Clock;
}

/** The file next to a corpus that says where it is from. */
export function aboutFile(out: string): string {
  return `${out.replace(/\.(?:jsonl|ndjson)(?:\.gz)?$/i, '')}.about.json`;
}

/** Facts about a finished corpus; undefined when there is none. @throws InputError when it cannot be read */
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
 * Writes a corpus and its description; both are complete or missing.
 * @param lines without line ends
 * @throws OutputError; whatever `lines` throws
 */
export async function writeCorpusFile(
  out: string,
  lines: AsyncIterable<string>,
  about: () => WikiCorpusAbout,
): Promise<WikiCorpusAbout> {
  await removeAbandoned(path.dirname(out), (name) => name === path.basename(out));
  const corpus = await createPartialFile(out, /\.gz$/i.test(out) ? undefined : new PassThrough());
  const note = await createPartialFile(aboutFile(out), new PassThrough());
  try {
    for await (const line of lines) await corpus.write(`${line}\n`);
    await corpus.close();
    const said = about();
    await note.write(jsonFile(said));
    await note.close();
    await corpus.moveTo(out);
    await note.moveTo(aboutFile(out));
    return said;
  } catch (thrown) {
    await corpus.discard();
    await note.discard();
    throw thrown;
  }
}
