/**
 * Measures how fresh a collection stays, and how good the estimates of change rates are: pages change as Poisson processes
 * with different rates, and a budget of visits is spent each day, in simulated time.
 *
 *     npm run bench -- monitor [--pages 600 --days 180 --budget 60 --seed 1 --spread 1.5]
 *
 * Pages lie in folders of twenty with a typical rate each (log-normal around a change in ten days, `--spread` in decades);
 * a page's own rate lies around that of its folder. Policies: the same frequency for all; in proportion to the true rates;
 * ours, which estimates the rates from its visits; ours with the true rates; and the bound of continuous time. Freshness and
 * age (in days) are means over pages and time, after a third of the days.
 */
import { parseArgs } from 'node:util';
import { estimateRate, type Visit } from '../src/extensions/monitor/change-rate.js';
import { chooseRevisits } from '../src/extensions/monitor/choose-revisits.js';
import { DAY, MOST_VISITS, type PageRecord } from '../src/extensions/monitor/page-record.js';
import { allocateVisits, freshness } from '../src/extensions/monitor/refresh-policy.js';
import { seededRandom, type Random } from '../src/support/random.js';
import { mean } from '../src/support/statistics.js';
import { alignColumns } from '../src/support/text/columns.js';

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '600' },
    days: { type: 'string', default: '180' },
    budget: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    spread: { type: 'string', default: '1.5' },
  },
});
const [pages, days, budget, seed, spread] = [
  values.pages,
  values.days,
  values.budget,
  values.seed,
  values.spread,
].map(Number) as [number, number, number, number, number];
const OF_FOLDER = 20;

const gaussian = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
const waiting = (rate: number, random: Random): number => -Math.log(1 - random()) / rate;

/** A page of the simulated web, and what the collection knows of it. Times are days. */
interface SimulatedPage {
  readonly rate: number;
  record: PageRecord;
  /** The first change after the last visit. */
  changesAt: number;
}

/** The places of the pages that are visited now. */
type Policy = (web: readonly SimulatedPage[], now: number) => readonly number[];

function makeWeb(): SimulatedPage[] {
  const random = seededRandom(seed);
  let folder = 0;
  return Array.from({ length: pages }, (_, place) => {
    if (place % OF_FOLDER === 0) folder = gaussian(random) * spread - 1;
    const rate = 10 ** (folder + gaussian(random) * 0.3);
    const url = `https://host${place % 5}.example/${Math.floor(place / OF_FOLDER)}/${place}`;
    const seen = { firstSeen: 0, lastAsked: 0, lastRead: 0, visits: [], failures: 0, leads: 0, depth: 1 };
    return { rate, record: { url, state: 'kept', title: '', ...seen }, changesAt: waiting(rate, random) };
  });
}

function simulate(policy: Policy): {
  readonly freshness: number;
  readonly age: number;
  readonly visits: number;
} {
  const web = makeWeb();
  const random = seededRandom(seed + 1);
  const sums = { fresh: 0, age: 0, visits: 0 };
  const from = Math.floor(days / 3);
  for (let now = 1; now <= days; now += 1) {
    for (const place of policy(web, now)) {
      const page = web[place]!;
      const { record } = page;
      const visit: Visit = { days: now - record.lastAsked / DAY, changed: page.changesAt <= now };
      const visits = [...record.visits, visit].slice(-MOST_VISITS);
      page.record = { ...record, lastAsked: now * DAY, lastRead: now * DAY, visits };
      if (visit.changed) page.changesAt = now + waiting(page.rate, random);
      if (now > from) sums.visits += 1;
    }
    if (now <= from) continue;
    for (const { changesAt } of web) {
      sums.fresh += Math.min(1, Math.max(0, changesAt - now));
      const [old, older] = [Math.max(0, now - changesAt), Math.max(0, now + 1 - changesAt)];
      sums.age += (older ** 2 - old ** 2) / 2;
    }
  }
  const all = pages * (days - from);
  return { freshness: sums.fresh / all, age: sums.age / all, visits: sums.visits / (days - from) };
}

/** Visits the pages of which most of their interval has passed. */
function byFrequency(frequencies: (web: readonly SimulatedPage[]) => readonly number[]): Policy {
  let kept: readonly number[] | undefined;
  return (web, now) => {
    const wanted = (kept ??= frequencies(web));
    const passed = web.map(({ record }, place) => (now - record.lastAsked / DAY) * (wanted[place] ?? 0));
    return [...passed.keys()].sort((a, b) => passed[b]! - passed[a]!).slice(0, budget);
  };
}

const limits = { least: 1 / 60, most: 1 };
const ours: Policy = (web, now) => {
  const places = new Map(web.map(({ record }, place) => [record.url, place]));
  const settings = { now: now * DAY, budget, every: 1, shortest: 0.25, longest: 60 };
  const chosen = chooseRevisits(
    web.map(({ record }) => record),
    settings,
  );
  return chosen.map(({ record }) => places.get(record.url)!);
};

const policies: Readonly<Record<string, Policy>> = {
  'the same for all': byFrequency((web) => web.map(() => 1)),
  'in proportion to true rates': byFrequency((web) => web.map(({ rate }) => rate)),
  'ours, rates estimated': ours,
  'ours, rates known': byFrequency((web) =>
    allocateVisits(
      web.map(({ rate }) => rate),
      budget,
      limits,
    ),
  ),
};
const rates = makeWeb().map(({ rate }) => rate);
const best = allocateVisits(rates, budget);
const rows = Object.entries(policies).map(([name, policy]) => ({ name, ...simulate(policy) }));
const same = rows[0]!.freshness;
process.stdout.write(
  `${pages} pages, ${budget} visits a day, ${days} days, seed ${seed}, spread ${spread}\n`,
);
process.stdout.write(
  alignColumns([
    ['policy', 'freshness', 'to the same for all', 'age', 'visits a day'],
    ...rows.map((row) => [
      row.name,
      row.freshness.toFixed(3),
      (row.freshness / same).toFixed(2),
      row.age.toFixed(1),
      row.visits.toFixed(1),
    ]),
    [
      'bound (continuous time)',
      (mean(rates.map((rate, place) => freshness(rate, best[place]!))) ?? 0).toFixed(3),
      '',
      '',
      '',
    ],
  ]),
);

/** Means of estimates over the true rate 1, by the number of visits and their mean length. */
function biases(count: number, length: number, isRegular: boolean): readonly string[] {
  const random = seededRandom(seed + count);
  const runs = Array.from({ length: 2000 }, () =>
    Array.from({ length: count }, (): Visit => {
      const visited = isRegular ? length : length * (0.25 + 1.5 * random());
      return { days: visited, changed: random() < -Math.expm1(-visited) };
    }),
  );
  const naive = (visits: readonly Visit[]): number =>
    visits.filter(({ changed }) => changed).length / visits.reduce((sum, visit) => sum + visit.days, 0);
  const prior = { rate: 1 / 3, weight: 1 };
  return [
    isRegular ? 'regular' : 'irregular',
    String(count),
    length.toFixed(1),
    ...[
      naive,
      (visits: readonly Visit[]) => estimateRate(visits),
      (visits: readonly Visit[]) => estimateRate(visits, prior),
    ].map((estimate) => (mean(runs.map(estimate)) ?? 0).toFixed(2)),
  ];
}

process.stdout.write('\nmean estimate of a rate of 1 (2,000 runs)\n');
process.stdout.write(
  alignColumns([
    ['visits', 'number', 'days each', 'changes / time', 'estimator', 'with a prior of 1/3'],
    ...[true, false].flatMap((isRegular) =>
      [5, 10, 30].flatMap((count) => [0.2, 0.5, 1, 2].map((length) => biases(count, length, isRegular))),
    ),
  ]),
);
