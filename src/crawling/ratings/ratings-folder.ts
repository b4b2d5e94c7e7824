import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { InputError, messageOf, UsageError } from '../../model/errors.js';
import { weightAmong } from '../steering/steering.js';
import { firstIssue } from '../../support/parse-json.js';
import { jsonFile, replaceFile } from '../../support/files/replace-file.js';

const ratingsSchema = z.object({
  rater: z.string().min(1),
  /** By URL. */
  judgements: z.record(z.string(), z.enum(['yes', 'no', 'skip'])),
  /** Of pages that were answered about together: as how many answers each counts. */
  weights: z.record(z.string(), z.number()).optional(),
});

/** The judgements of one rater. */
export type Ratings = z.output<typeof ratingsSchema>;
export type Answer = Ratings['judgements'][string];

/** The folder in a result folder that holds what raters say. */
export const RATINGS_FOLDER = 'ratings';
const RATER_FILE = /^rater-(.+)\.json$/;

/** The folder for sample and ratings in the result folder of a crawl. */
export function ratingsFolder(out: string): string {
  return path.join(out, RATINGS_FOLDER);
}

/** A rater's judgements so far; may be empty. @throws InputError when the file is damaged */
export async function readRatings(out: string, rater: string): Promise<Ratings> {
  return (await readRatingsFile(raterFile(out, rater)).catch(unlessMissing)) ?? { rater, judgements: {} };
}

/** Judgements in a file. @throws InputError when it cannot be read or holds something else */
export function readRatingsFile(file: string): Promise<Ratings> {
  return readChecked(file, ratingsSchema, 'ratings');
}

/** @throws OutputError */
export function writeRatings(out: string, ratings: Ratings): Promise<void> {
  return replaceFile(raterFile(out, ratings.rater), jsonFile(ratings));
}

/** Answer of a person about a page, and about pages that are alike. */
interface GivenAnswer {
  readonly by: string;
  readonly url: string;
  readonly answer: Answer;
  readonly alike?: readonly string[];
}

/** Keeps what people said of pages among their ratings, but of names that no rater can have. @throws InputError, OutputError */
export async function keepAnswers(out: string, answers: Iterable<GivenAnswer>): Promise<void> {
  const byRater = new Map<string, Ratings>();
  for (const one of answers)
    if (RATER_NAME.test(one.by))
      byRater.set(one.by, withAnswer(byRater.get(one.by) ?? (await readRatings(out, one.by)), one));
  for (const ratings of byRater.values()) await writeRatings(out, ratings);
}

/** Ratings with another answer. */
export function withAnswer(
  { rater, judgements, weights }: Ratings,
  { url, answer, alike = [] }: Omit<GivenAnswer, 'by'>,
): Ratings {
  const urls = [url, ...alike];
  const toAll = <T>(value: T): Record<string, T> => Object.fromEntries(urls.map((one) => [one, value]));
  const all = Object.entries({ ...weights, ...toAll(weightAmong(urls.length)) });
  const shares = all.filter(([, share]) => share < 1);
  return {
    rater,
    judgements: { ...judgements, ...toAll(answer) },
    ...(shares.length > 0 && { weights: Object.fromEntries(shares) }),
  };
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

/** Answers of people about pages: the last of several about one, undefined for a skipped page. @throws as {@link readAllRatings} */
export async function readAnswers(out: string): Promise<ReadonlyMap<string, boolean | undefined>> {
  const all = (await readAllRatings(out)).flatMap(({ judgements }) => Object.entries(judgements));
  return new Map(all.map(([url, answer]) => [url, answer === 'skip' ? undefined : answer === 'yes']));
}

/** Names of raters, which become parts of names of files. */
const RATER_NAME = /^[\p{L}\p{N}][\p{L}\p{N} _-]{0,39}$/u;

/** The file that keeps what a rater said. @throws UsageError for a name that cannot be part of the name of a file */
export function raterFile(out: string, rater: string): string {
  if (!RATER_NAME.test(rater))
    throw new UsageError(`'${rater}' cannot be the name of a rater`, {
      hint: 'it consists of letters, digits, blanks and hyphens, at most 40',
    });
  return path.join(ratingsFolder(out), `rater-${rater}.json`);
}

/** Undefined in place of a missing file. */
export function unlessMissing(error: unknown): undefined {
  const { code } = (error instanceof InputError ? (error.cause ?? {}) : {}) as NodeJS.ErrnoException;
  if (code !== 'ENOENT') throw error;
}

/** Reads a file of JSON. @throws InputError when it cannot be read, or holds something else */
export async function readChecked<T>(file: string, schema: z.ZodType<T>, what: string): Promise<T> {
  let content: unknown;
  try {
    content = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new InputError(`${file} cannot be read: ${messageOf(error)}`, { cause: error });
  }
  const parsed = schema.safeParse(content);
  if (parsed.success) return parsed.data;
  throw new InputError(`${file} holds no ${what}: ${firstIssue(parsed.error)}`);
}
