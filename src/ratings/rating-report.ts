import { fleissKappa, kappaReading, type Agreement } from '../evaluation/fleiss-kappa.js';
import { mean, ratio } from '../support/statistics.js';
import type { Ratings, RatingSample, SampledPage } from './ratings-folder.js';

/** The results of one rater. */
export interface RaterReport {
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
  readonly sample: number;
  readonly population: RatingSample['population'];
  readonly raters: readonly RaterReport[];
  /** Mean of the raters' harvest ratios. */
  readonly meanHarvestRatio: number | null;
  /** Over the pages that all raters judged; undefined for a single rater. */
  readonly agreement?: Agreement & { readonly reading: string | null };
}

/** Summarises the judgements of a sample. Judgements of other pages are ignored. */
export function rateCrawl(sample: RatingSample, all: readonly Ratings[]): RatingReport {
  const raters = all.map((ratings) => reportOf(sample, ratings));
  const ratios = raters.map(({ harvestRatio }) => harvestRatio).filter((ratio) => ratio !== null);
  return {
    topic: sample.topic,
    sample: sample.pages.length,
    population: sample.population,
    raters,
    meanHarvestRatio: mean(ratios),
    ...(all.length < 2 ? {} : { agreement: agreementOf(sample, all) }),
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
