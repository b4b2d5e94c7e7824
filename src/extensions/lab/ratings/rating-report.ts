import { fleissKappa, kappaReading, type Agreement } from '../evaluation/fleiss-kappa.js';
import { mean, ratio } from '../../../support/statistics.js';
import type { Ratings } from '../../../crawling/ratings/ratings-folder.js';
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

/** The results of all raters. */
export interface RatingReport {
  readonly topic: string;
  /** Pages of the random sample; 0 where none was drawn. */
  readonly sample: number;
  /** Of the random sample, where one was drawn. */
  readonly population?: RatingSample['population'];
  /** Those who judged pages of the random sample. */
  readonly raters: readonly RaterReport[];
  /** Mean of the raters' harvest ratios. */
  readonly meanHarvestRatio: number | null;
  /** Over the pages that all raters judged; undefined for a single rater. */
  readonly agreement?: Agreement & { readonly reading: string | null };
}

/** Summarises the judgements of the random sample of a crawl, where one was drawn. */
export function rateCrawl(
  topic: string,
  random: RatingSample | undefined,
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
    meanHarvestRatio: mean(ratios),
    ...(random === undefined || raters.length < 2 ? {} : { agreement: agreementOf(random, ofSample) }),
  };
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
