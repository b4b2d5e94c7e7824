/** How often a page may be visited, in visits a day. */
export interface VisitLimits {
  readonly least: number;
  readonly most: number;
}

const UNLIMITED: VisitLimits = { least: 0, most: Infinity };
/** Halvings of the interval in which a root lies: more than the digits of a number. */
const HALVINGS = 100;
/** From here on, 1 − e^{−r}(1 + r) is 1 to the last digit. */
const LONGEST = 64;

/**
 * The share of time in which the copy of a page is current: it changes as a Poisson process and is visited at regular
 * intervals (Cho and Garcia-Molina 2003, "Effective page refresh policies for Web crawlers", ACM TODS 28(4), section 4).
 * @param rate changes a day
 * @param frequency visits a day
 */
export function freshness(rate: number, frequency: number): number {
  if (rate === 0) return 1;
  return frequency === 0 ? 0 : (-Math.expm1(-rate / frequency) * frequency) / rate;
}

/** The mean age of the copy of a page in days: the time since the first change that it lacks (ibid.). */
export function age(rate: number, frequency: number): number {
  if (rate === 0) return 0;
  if (frequency === 0) return Infinity;
  return (1 / frequency) * (0.5 - frequency / rate + (freshness(rate, frequency) * frequency) / rate);
}

/**
 * How often each page should be visited so that the mean freshness of all is the greatest that a number of visits a day
 * can give (ibid., section 5). At the optimum the gain of one more visit, (1 − e^{−λ/f}(1 + λ/f))/λ, is the same for all
 * pages that are visited; pages for which even the first visit gains less, because they change too often, are not. This
 * gain, the Lagrange multiplier, is found by bisection, and the limits cut the frequencies.
 *
 * @param rates changes a day of each page; pages of equal rates cost no further time
 * @param budget visits a day. Limits win: with too small a budget every page has the least, with a great one the most.
 * @returns visits a day of each page, in the same order
 */
export function allocateVisits(
  rates: readonly number[],
  budget: number,
  limits: VisitLimits = UNLIMITED,
): readonly number[] {
  const counts = new Map<number, number>();
  for (const rate of rates) counts.set(rate, (counts.get(rate) ?? 0) + 1);
  const changing = [...counts.keys()].filter((rate) => rate > 0);
  const within = (frequency: number): number => Math.min(limits.most, Math.max(limits.least, frequency));
  const frequencyAt = (rate: number, gain: number): number => within(bestFrequency(rate, gain));
  const visitsAt = (gain: number): number =>
    [...counts].reduce((sum, [rate, count]) => sum + count * frequencyAt(rate, gain), 0);
  // A first visit to a page gains 1/λ at most; a little more, so that rounding does not leave a visit there.
  let high = (1 + 4 * Number.EPSILON) / changing.reduce((least, rate) => Math.min(least, rate), Infinity);
  let low = high * Number.EPSILON ** 2;
  for (let step = 0; step < HALVINGS; step += 1) {
    const middle = Math.sqrt(low * high);
    if (visitsAt(middle) > budget) low = middle;
    else high = middle;
  }
  // Next to the gain of a page's first visit, its frequency rises from 0 within the last digit: what is left lies in between.
  const [few, many] = [visitsAt(high), visitsAt(low)];
  const between = many > few ? Math.min(1, Math.max(0, (budget - few) / (many - few))) : 0;
  const frequencies = new Map(
    [...counts.keys()].map((rate) => {
      const least = frequencyAt(rate, high);
      return [rate, least + between * (frequencyAt(rate, low) - least)] as const;
    }),
  );
  return rates.map((rate) => frequencies.get(rate) ?? limits.least);
}

/** The frequency at which one more visit gains so much; 0 where even the first one gains less. */
function bestFrequency(rate: number, gain: number): number {
  const wanted = gain * rate;
  if (rate === 0 || wanted >= 1) return 0;
  let low = 0;
  let high = LONGEST;
  for (let step = 0; step < HALVINGS; step += 1) {
    const middle = (low + high) / 2;
    if (gained(middle) < wanted) low = middle;
    else high = middle;
  }
  return rate / high;
}

/** 1 − e^{−r}(1 + r), also for small r, where the difference would lose its digits. */
function gained(r: number): number {
  return r < 1e-4 ? (r * r) / 2 : -Math.expm1(-r) - r * Math.exp(-r);
}
