import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { InputError, messageOf, UsageError } from '../../model/errors.js';
import { jsonFile, replaceFile } from '../../support/files/replace-file.js';

const sampleSchema = z.object({
  topic: z.string(),
  seed: z.number().int(),
  /** How many pages the crawl accepted and rejected. */
  population: z.object({ accepted: z.number().int(), rejected: z.number().int() }),
  pages: z.array(z.object({ url: z.string(), title: z.string(), stratum: z.enum(['accepted', 'rejected']) })),
});

/** A sample of the pages of a crawl, in the order for raters. */
export type RatingSample = z.output<typeof sampleSchema>;
export type SampledPage = RatingSample['pages'][number];

/** A page as raters see it, without the classifier's verdict. */
export interface ShownPage extends SampledPage {
  /** The judged text; undefined for rejected pages, whose texts are not stored. */
  readonly text: string | undefined;
}

const ratingsSchema = z.object({
  rater: z.string().min(1),
  /** By URL. */
  judgements: z.record(z.string(), z.enum(['yes', 'no', 'skip'])),
});

/** The judgements of one rater. */
export type Ratings = z.output<typeof ratingsSchema>;
export type Answer = Ratings['judgements'][string];

/** The folder in a result folder that holds what raters say. */
export const RATINGS_FOLDER = 'ratings';
/** How the pages of a sample are chosen. */
export type Choice = 'random' | 'nearest';
const SAMPLES: Readonly<Record<Choice, string>> = { random: 'sample.json', nearest: 'sample-nearest.json' };
const RATER_FILE = /^rater-(.+)\.json$/;

/** The folder for sample and ratings in the result folder of a crawl. */
export function ratingsFolder(out: string): string {
  return path.join(out, RATINGS_FOLDER);
}

/** The existing sample; undefined if there is none. @throws InputError when it is damaged */
export async function readSample(out: string, choice: Choice = 'random'): Promise<RatingSample | undefined> {
  const file = path.join(ratingsFolder(out), SAMPLES[choice]);
  return readChecked(file, sampleSchema, 'a sample of pages to rate').catch((error: unknown) => {
    if (error instanceof InputError && isMissing(error.cause)) return undefined;
    throw error;
  });
}

/** @throws OutputError */
export function writeSample(out: string, sample: RatingSample, choice: Choice = 'random'): Promise<void> {
  return replaceFile(path.join(ratingsFolder(out), SAMPLES[choice]), jsonFile(sample));
}

/** A rater's judgements so far; may be empty. @throws InputError when the file is damaged */
export async function readRatings(out: string, rater: string): Promise<Ratings> {
  return readRatingsFile(raterFile(out, rater)).catch((error: unknown) => {
    if (error instanceof InputError && isMissing(error.cause)) return { rater, judgements: {} };
    throw error;
  });
}

/** Judgements in a file. @throws InputError when it cannot be read or holds something else */
export function readRatingsFile(file: string): Promise<Ratings> {
  return readChecked(file, ratingsSchema, 'ratings');
}

/** @throws OutputError */
export function writeRatings(out: string, ratings: Ratings): Promise<void> {
  return replaceFile(raterFile(out, ratings.rater), jsonFile(ratings));
}

/**
 * Keeps what people said of pages among their ratings: of two answers about a page the later one counts. Names that no
 * rater can have are left out. @throws InputError when a file of ratings is damaged; OutputError
 */
export async function keepAnswers(
  out: string,
  answers: Iterable<{ readonly by: string; readonly url: string; readonly answer: Answer }>,
): Promise<void> {
  const byRater = new Map<string, Record<string, Answer>>();
  for (const { by, url, answer } of answers) {
    if (!RATER_NAME.test(by)) continue;
    const said = byRater.get(by) ?? {};
    said[url] = answer;
    byRater.set(by, said);
  }
  for (const [rater, said] of byRater) {
    const { judgements } = await readRatings(out, rater);
    await writeRatings(out, { rater, judgements: { ...judgements, ...said } });
  }
}

/** The files with what each rater said, by name; none where nobody has rated. */
export async function raterFiles(out: string): Promise<readonly string[]> {
  const names = await readdir(ratingsFolder(out)).catch((): string[] => []);
  const files = names.filter((name) => RATER_FILE.test(name)).sort();
  return files.map((name) => path.join(ratingsFolder(out), name));
}

/** The judgements of all raters, by name. @throws InputError naming a file that is damaged */
export async function readAllRatings(out: string): Promise<readonly Ratings[]> {
  return Promise.all((await raterFiles(out)).map(readRatingsFile));
}

/** Writes a file for people to open: the page for judging. @throws OutputError */
export async function writeRatingPage(
  out: string,
  rater: string,
  choice: Choice,
  html: string,
): Promise<string> {
  const name = choice === 'random' ? rater : `${rater}+${choice}`;
  const file = path.join(ratingsFolder(out), `rate-${name}.html`);
  await replaceFile(file, html);
  return file;
}

/** Names of raters, which become parts of names of files. */
export const RATER_NAME = /^[\p{L}\p{N}][\p{L}\p{N} _-]{0,39}$/u;

/** The file that keeps what a rater said. @throws UsageError for a name that cannot be part of the name of a file */
export function raterFile(out: string, rater: string): string {
  if (!RATER_NAME.test(rater))
    throw new UsageError(`'${rater}' cannot be the name of a rater`, {
      hint: 'it consists of letters, digits, blanks and hyphens, at most 40',
    });
  return path.join(ratingsFolder(out), `rater-${rater}.json`);
}

function isMissing(cause: unknown): boolean {
  return (cause as NodeJS.ErrnoException | undefined)?.code === 'ENOENT';
}

async function readChecked<T>(file: string, schema: z.ZodType<T>, what: string): Promise<T> {
  let content: unknown;
  try {
    content = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new InputError(`${file} cannot be read: ${messageOf(error)}`, { cause: error });
  }
  const parsed = schema.safeParse(content);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new InputError(
    `${file} holds no ${what}: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`.replace(': : ', ': '),
  );
}
