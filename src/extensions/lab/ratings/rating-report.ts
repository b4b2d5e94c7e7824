import { fleissKappa, kappaReading, type Agreement } from '../evaluation/fleiss-kappa.js';
import { mean, ratio } from '../../../support/statistics.js';
import type { Answer, Ratings } from '../../../crawling/ratings/ratings-folder.js';
import type { RatingSample, SampledPage } from './sample.js';

/** The results of one rater. */
interface RaterReport {
  readonly rater: string;
  /** Number of judged pages of the sample, without skipped ones. */
  readonly judged: number;
  readonly skipped: number;
  readonly open: number;
  /** Accepted pages judged relevant / accepted pages judged (Hernandez et al. 2020, equation 5); null without any. */
  readonly harvestRatio: number | null;
  /** Relevant and judged ones among the accepted pages. */
  readonly accepted: readonly [relevant: number, judged: number];
  /** Relevant (wrongly rejected) and judged ones among the rejected pages. */
  readonly rejected: readonly [relevant: number, judged: number];
}

/** Answers of a rater about pages that were not drawn at random, and so do not count in the harvest ratio. */
interface FurtherAnswers {
  readonly rater: string;
  /** nearest: the pages nearest to the threshold; single: pages that the rater named. */
  readonly pages: 'nearest' | 'single';
  readonly relevant: number;
  readonly irrelevant: number;
  readonly skipped: number;
  /** Pages nearest to the threshold that the rater has not judged; 0 for single pages. */
  readonly open: number;
}

/** The results of all raters. */
export interface RatingReport {
  readonly topic: string;
  /** Pages of the random sample; 0 where none was drawn. */
  readonly sample: number;
  /** Of the random sample, where one was drawn. */
  readonly population?: RatingSample['population'];
  /** Those who judged pages of the random sample. */
  readonly raters: readonly RaterReport[];
  /** Answers about other pages. */
  readonly further: readonly FurtherAnswers[];
  /** Mean of the raters' harvest ratios. */
  readonly meanHarvestRatio: number | null;
  /** Over the pages that all raters judged; undefined for a single rater. */
  readonly agreement?: Agreement & { readonly reading: string | null };
}

/** The samples of a crawl, as far as they were drawn. */
interface Samples {
  readonly random?: RatingSample;
  readonly nearest?: RatingSample;
}

/** Summarises the judgements of the pages of a crawl. */
export function rateCrawl(
  topic: string,
  { random, nearest }: Samples,
  all: readonly Ratings[],
): RatingReport {
  // Those who judged other pages only would leave no page that all raters judged.
  const ofSample = all.filter(({ judgements }) => random?.pages.some(({ url }) => url in judgements));
  const raters = random === undefined ? [] : ofSample.map((ratings) => reportOf(random, ratings));
  const ratios = raters.map(({ harvestRatio }) => harvestRatio).filter((ratio) => ratio !== null);
  return {
    topic,
    sample: random?.pages.length ?? 0,
    population: random?.population,
    raters,
    further: all.flatMap((ratings) => furtherAnswers(ratings, { random, nearest })),
    meanHarvestRatio: mean(ratios),
    ...(random === undefined || raters.length < 2 ? {} : { agreement: agreementOf(random, ofSample) }),
  };
}

function furtherAnswers(
  { rater, judgements }: Ratings,
  { random, nearest }: Samples,
): readonly FurtherAnswers[] {
  const urlsOf = (sample?: RatingSample): readonly string[] => sample?.pages.map(({ url }) => url) ?? [];
  const sampled = new Set([...urlsOf(random), ...urlsOf(nearest)]);
  const single = Object.keys(judgements).filter((url) => !sampled.has(url));
  const both = [
    { pages: 'nearest', urls: urlsOf(nearest) },
    { pages: 'single', urls: single },
  ] as const;
  return both.flatMap(({ pages, urls }) => {
    const counted = (answer: Answer): number => urls.filter((url) => judgements[url] === answer).length;
    const [relevant, irrelevant, skipped] = [counted('yes'), counted('no'), counted('skip')];
    const asked = pages === 'nearest' ? (nearest?.pages ?? []) : [];
    const open = asked.filter(({ url }) => judgements[url] === undefined).length;
    return relevant + irrelevant + skipped === 0
      ? []
      : [{ rater, pages, relevant, irrelevant, skipped, open }];
  });
}

function reportOf({ pages }: RatingSample, { rater, judgements }: Ratings): RaterReport {
  const counted = (stratum: SampledPage['stratum']): readonly [number, number] => {
    const answers = pages.filter((page) => page.stratum === stratum).map(({ url }) => judgements[url]);
    const yes = answers.filter((answer) => answer === 'yes').length;
    return [yes, yes + answers.filter((answer) => answer === 'no').length];
  };
  const accepted = counted('accepted');
  const rejected = counted('rejected');
  const skipped = pages.filter(({ url }) => judgements[url] === 'skip').length;
  const judged = accepted[1] + rejected[1];
  return {
    rater,
    judged,
    skipped,
    open: pages.length - judged - skipped,
    harvestRatio: ratio(...accepted),
    accepted,
    rejected,
  };
}

function agreementOf(
  { pages }: RatingSample,
  all: readonly Ratings[],
): NonNullable<RatingReport['agreement']> {
  const counts = pages.flatMap(({ url }) => {
    const answers = all.map(({ judgements }) => judgements[url]);
    const yes = answers.filter((answer) => answer === 'yes').length;
    const no = answers.filter((answer) => answer === 'no').length;
    return yes + no === all.length ? [[yes, no]] : [];
  });
  const agreement = fleissKappa(counts);
  return { ...agreement, reading: agreement.kappa === null ? null : kappaReading(agreement.kappa) };
}
