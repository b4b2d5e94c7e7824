import { checkSettings } from '../../app/settings/resolve.js';
import { rateFields, type RateOptions } from './rate-settings.js';
import { readPageText } from '../../crawling/store/page-store.js';
import { InputError, UsageError, shellWord } from '../../model/errors.js';
import { rateCrawl, type RatingReport } from './ratings/rating-report.js';
import {
  raterFile,
  readAllRatings,
  readRatings,
  withAnswer,
  writeRatings,
  type Answer,
} from '../../crawling/ratings/ratings-folder.js';
import { readSample, type SampledPage, type ShownPage, openSample, topicOf } from './ratings/sample.js';
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
  /** Keeps an answer: it is on disk when this resolves. */
  answer(page: SampledPage, answer: Answer): Promise<void>;
}

/**
 * Draws the sample of a crawl, or opens the one that is there, and continues where the rater stopped.
 * @throws InputError, UsageError as `openSample`; UsageError without a rater
 */
export async function openRatingSession(out: string, options: RateOptions): Promise<RatingSession> {
  checkArguments('openRatingSession', { out: [out, 'string'], options: [options, 'object'] });
  const settings = checkSettings(rateFields, options);
  const { rater } = settings;
  if (rater === undefined)
    throw new UsageError('say who judges: --rater NAME', { hint: 'or see what was found so far: --report' });
  const sample = await openSample(out, settings);
  let ratings = await readRatings(out, rater);
  return {
    topic: sample.topic,
    rater,
    file: raterFile(out, rater),
    size: sample.pages.length,
    open: sample.pages.filter(({ url }) => ratings.judgements[url] === undefined),
    show: async (page) => ({ ...page, text: await readPageText(out, page) }),
    async answer({ url }, answer) {
      ratings = withAnswer(ratings, { url, answer });
      await writeRatings(out, ratings);
    },
  };
}

/** Results of the raters of a crawl so far. @throws InputError when nothing was rated yet, or a file is damaged */
export async function reportRatings(out: string): Promise<RatingReport> {
  checkArguments('reportRatings', { out: [out, 'string'] });
  requireCrawl(out);
  const all = await readAllRatings(out);
  if (all.every(({ judgements }) => Object.keys(judgements).length === 0))
    throw new InputError(`nobody has rated the crawl in ${out} yet`, {
      hint: `begin with: sfwc rate ${shellWord(out)} --rater NAME`,
    });
  const sample = await readSample(out);
  return rateCrawl(sample?.topic ?? (await topicOf(out)), sample, all);
}
