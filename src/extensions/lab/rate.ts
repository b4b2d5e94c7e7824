import { checkSettings } from '../../app/settings/resolve.js';
import { rateFields, type RateOptions } from './rate-settings.js';
import { readPageText } from '../../crawling/store/page-store.js';
import { InputError, UsageError } from '../../model/errors.js';
import { ratingPage } from './ratings/rating-page.js';
import { rateCrawl, type RatingReport } from './ratings/rating-report.js';
import {
  raterFile,
  readAllRatings,
  readAnswers,
  readRatings,
  readRatingsFile,
  withAnswer,
  writeRatings,
  type Answer,
} from '../../crawling/ratings/ratings-folder.js';
import { readSample, writeRatingPage, type SampledPage, type ShownPage } from './ratings/sample-file.js';
import { openSample, topicOf } from './ratings/sample.js';
import { checkArguments } from '../../support/check-arguments.js';
import { requireCrawl } from '../../support/crawl-folder.js';

export type { Answer, RatingReport };

/** A rater's session. */
export interface RatingSession {
  readonly topic: string;
  readonly rater: string;
  /** The file that keeps the answers. */
  readonly file: string;
  readonly size: number;
  /** The pages that the rater has not judged yet, in order. */
  readonly open: readonly SampledPage[];
  show(page: SampledPage): Promise<ShownPage>;
  /** Keeps an answer: it is on disk when this resolves. @param all the answer is about the alike pages, too */
  answer(page: SampledPage, answer: Answer, all?: boolean): Promise<void>;
}

/**
 * Draws the sample of a crawl, or opens the one that is there, and continues where the rater stopped.
 * @throws InputError, UsageError as `openSample`; UsageError without a rater
 */
export async function openRatingSession(out: string, options: RateOptions): Promise<RatingSession> {
  checkArguments('openRatingSession', { out: [out, 'string'], options: [options, 'object'] });
  const settings = checkSettings(rateFields, options);
  const rater = named(settings.rater);
  const sample = await openSample(out, settings);
  let ratings = await readRatings(out, rater);
  const answers = await readAnswers(out);
  const openOf = ({ alike = [] }: SampledPage) => {
    const said = new Set(alike.map(({ url }) => answers.get(url)).filter((one) => one !== undefined));
    return said.size > 1 ? [] : alike.filter(({ url }) => !answers.has(url));
  };
  return {
    topic: sample.topic,
    rater,
    file: raterFile(out, rater),
    size: sample.pages.length,
    open: sample.pages.filter(({ url }) => ratings.judgements[url] === undefined),
    show: async (page) => ({ ...page, alike: openOf(page), text: await readPageText(out, page) }),
    async answer(page, answer, all = false) {
      const alike = all ? openOf(page).map(({ url }) => url) : [];
      ratings = withAnswer(ratings, { url: page.url, answer, alike });
      await writeRatings(out, ratings);
    },
  };
}

/** Writes a page on which a rater judges in a browser. Returns its file. */
export async function writeSessionPage(out: string, options: RateOptions): Promise<string> {
  const { choose } = checkSettings(rateFields, options);
  const session = await openRatingSession(out, options);
  const pages: ShownPage[] = [];
  for (const page of session.open) pages.push(await session.show(page));
  return writeRatingPage(out, session.rater, choose, ratingPage(session.topic, session.rater, pages));
}

/**
 * Takes the judgements of a file that a rating page saved; they replace earlier ones of the same pages.
 * @returns how many there were
 * @throws InputError when the file is none, or names pages that are in no sample of the crawl
 */
export async function importRatings(
  out: string,
  options: RateOptions & { readonly from: string },
): Promise<number> {
  const settings = checkSettings(rateFields, options);
  const other = await readSample(out, settings.choose === 'random' ? 'nearest' : 'random');
  const isOther = other !== undefined && (await readSample(out, settings.choose)) === undefined;
  const sample = isOther ? other : await openSample(out, settings);
  const given = await readRatingsFile(options.from);
  const rater = options.rater ?? given.rater;
  // The name becomes part of a file's name.
  checkSettings(rateFields, { rater });
  const known = new Set([...sample.pages, ...(other?.pages ?? [])].map(({ url }) => url));
  const stranger = Object.keys(given.judgements).find((url) => !known.has(url));
  if (stranger !== undefined) {
    throw new InputError(`${options.from} judges ${stranger}, which is not in the sample of ${out}`, {
      hint: 'it was made for another crawl or another sample',
    });
  }
  const before = await readRatings(out, rater);
  const said = Object.entries(given.judgements).map(([url, answer]) => ({ url, answer }));
  await writeRatings(out, said.reduce(withAnswer, before));
  return Object.keys(given.judgements).length;
}

/** Results of the raters of a crawl so far. @throws InputError when nothing was rated yet, or a file is damaged */
export async function reportRatings(out: string): Promise<RatingReport> {
  checkArguments('reportRatings', { out: [out, 'string'] });
  requireCrawl(out);
  const all = await readAllRatings(out);
  if (all.every(({ judgements }) => Object.keys(judgements).length === 0)) {
    throw new InputError(`nobody has rated the crawl in ${out} yet`, {
      hint: `begin with: sfwc rate ${out} --rater NAME`,
    });
  }
  const samples = { random: await readSample(out), nearest: await readSample(out, 'nearest') };
  const topic = (samples.random ?? samples.nearest)?.topic ?? (await topicOf(out));
  return rateCrawl(topic, samples, all);
}

function named(rater: string | undefined): string {
  if (rater !== undefined) return rater;
  throw new UsageError('say who judges: --rater NAME', { hint: 'or see what was found so far: --report' });
}
