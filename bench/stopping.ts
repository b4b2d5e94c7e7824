/**
 * How well a crawl knows how many relevant pages are left: simulated crawls of two webs, with an estimate and its 90 %
 * interval at eleven points of each (200 requests to the last), held against the truth.
 *
 *     npm run bench -- stopping [--webs wikispeedia,debian-docs --part 'held out' --topics space --strategies learning
 *       --pages 3000 --share 0.02 --recall 1 --wrong 0 --details]
 *
 * The truth is the number of pages that the judge would accept and that links from the seeds lead to, minus those that the
 * crawl has accepted: what it would find if it went on until nothing is queued. Pages are judged by the data's labels; with
 * `--recall 0.8 --wrong 0.005` a judge is simulated that misses that share of the relevant pages and accepts that share of
 * the others, always the same ones. In every second crawl, a quarter of the pages also link to hosts that do not answer.
 *
 * Constants and method were chosen on the three topics of each web's data, and on eight that were drawn from each with the
 * seeds 1 and 2 (`development`). Held out are those of four more, drawn with seed 3, that share at most a fifth of their pages with these.
 * Drawn are groups of Wikispeedia articles that link to each other (Louvain's method, 40 to 250 articles), and sections of the
 * directory of debian-docs (200 to 900 pages).
 *
 * Each crawl is recorded once, in the system's folder for temporary files, and estimates are made again from the recording.
 * Delete the recordings after a change to strategies or to the drawing of samples. Recording takes about 20 seconds per crawl.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { RemainingPages, PageInterval } from '../src/model/remaining-pages.js';
import type { KnownHost } from '../src/crawling/engine/exploration.js';
import { watchDrought } from '../src/extensions/teach/survey/drought.js';
import { Survey } from '../src/extensions/teach/survey/survey.js';
import { createFrontier } from '../src/crawling/frontier/frontier.js';
import { NOTHING_QUEUED } from '../src/crawling/engine/tally.js';
import type { Frontier } from '../src/model/frontier.js';
import type { StrategyName } from '../src/judging/plugins/built-in-strategies.js';
import { median } from '../src/support/statistics.js';
import { alignColumns } from '../src/support/text/columns.js';
import type { BenchWebName } from './support/bench-webs.js';
import { recordingOf, type CrawlRecording } from './support/stopping-record.js';
import { openStoppingWeb, type StoppingTopic } from './support/stopping-webs.js';
import { dataFolder } from './support/wikispeedia.js';

const { values } = parseArgs({
  options: {
    webs: { type: 'string', default: 'wikispeedia,debian-docs' },
    part: { type: 'string', default: '' },
    topics: { type: 'string', default: '' },
    strategies: { type: 'string', default: 'learning,best-first-page-anchor' },
    pages: { type: 'string', default: '3000' },
    share: { type: 'string', default: '0.02' },
    recall: { type: 'string', default: '1' },
    wrong: { type: 'string', default: '0' },
    details: { type: 'boolean', default: false },
  },
});
/** Requests, in addition to the last. */
const CHECKPOINTS = [200, 300, 400, 600, 800, 1000, 1300, 1600, 2000, 2500];

interface Checkpoint {
  readonly web: string;
  readonly topic: string;
  readonly seed: number;
  readonly part: StoppingTopic['part'];
  readonly strategy: string;
  readonly silent: boolean;
  readonly truth: number;
  readonly remaining: RemainingPages;
}

/** The estimates of a crawl at the checkpoints, made by the survey as in the crawl itself. */
function estimatesOf({ steps }: CrawlRecording): readonly RemainingPages[] {
  let waiting = 0;
  const frontier: Frontier = {
    ...createFrontier(),
    counts: () => ({ ...NOTHING_QUEUED.counts(), queued: waiting }),
  };
  // The random samples are in the recording: none are drawn again.
  const limits = { maxLinks: Infinity, isInside: () => true };
  const survey = new Survey(0, 0, limits);
  const estimates: RemainingPages[] = [];
  let accepted = 0;
  const drought = watchDrought();
  for (const { event, queued, waiting: left, hosts } of steps) {
    waiting = left;
    accepted += Number(event.judgement?.accepted ?? false);
    survey.queued(queued);
    survey.note(event);
    drought.note(event);
    survey.step(
      frontier,
      accepted,
      () => hosts && drought.found(hostsOf(hosts[0]), [], { has: (host) => Number(host) < hosts[1] }, 0),
    );
    const next = CHECKPOINTS[estimates.length];
    if (survey.state.estimate !== undefined && next !== undefined && survey.state.estimate.requests >= next)
      estimates.push(survey.state.estimate);
  }
  const last = survey.state.estimate;
  return last === undefined || last === estimates.at(-1) ? estimates : [...estimates, last];
}

/** So many hosts, under their numbers. */
function hostsOf(known: number): ReadonlyMap<string, KnownHost> {
  const host = (_: unknown, place: number) => [String(place), { pages: 0, revealed: 0 }] as const;
  return new Map(Array.from({ length: known }, host));
}

const isCovered = (truth: number, { low, high }: PageInterval): boolean => low <= truth && truth <= high;
const percent = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${Math.round((100 * part) / whole)} %`;
const written = ({ left, low, high }: PageInterval): string => `${left.toFixed(0)} (${low} to ${high})`;

const all: Checkpoint[] = [];

const wanted = values.topics.split(',').filter((name) => name !== '');
for (const name of values.webs.split(',') as BenchWebName[]) {
  if (!existsSync(path.join(dataFolder(), name))) {
    console.error(
      `skipped: ${name} is not in ${dataFolder()}; SFWC_TEST_DATA names the folder with the data`,
    );
    continue;
  }
  const web = await openStoppingWeb(name);
  for (const topic of web.topics) {
    if (wanted.length > 0 && !wanted.includes(topic.name)) continue;
    if (values.part !== '' && values.part !== topic.part) continue;
    for (const [number, strategy] of (values.strategies.split(',') as StrategyName[]).entries()) {
      const silent = (topic.place + number) % 2 === 0;
      const recording = await recordingOf(topic, web, {
        ...{ strategy, silent, pages: Number(values.pages), share: Number(values.share) },
        ...{ seed: topic.seed, recall: Number(values.recall), wrong: Number(values.wrong) },
      });
      const points = estimatesOf(recording).map((remaining): Checkpoint => {
        const truth = recording.acceptable - remaining.found;
        const { part, seed } = topic;
        return { web: name, topic: topic.name, seed, part, strategy, silent, truth, remaining };
      });
      all.push(...points);
      console.error(`${name}, ${topic.name}, ${strategy}${silent ? ', with silent hosts' : ''}`);
      if (!values.details) continue;
      for (const { truth, remaining } of points) {
        const { requests, found, byRate } = remaining;
        const stated = remaining.notKnown === undefined ? written(remaining) : 'not known yet';
        console.error(
          `  ${requests} requests, ${found} found, ${truth} left: ${stated}; rate ${byRate && written(byRate)}`,
        );
      }
    }
  }
}

/** Estimates with the truth. */
type Compared = readonly { readonly truth: number; readonly estimate: PageInterval }[];

function compared(
  points: readonly Checkpoint[],
  of: (remaining: RemainingPages) => PageInterval | undefined,
): Compared {
  return points.flatMap(({ truth, remaining }) => {
    const estimate = of(remaining);
    return estimate === undefined ? [] : [{ truth, estimate }];
  });
}

const coverage = (estimates: Compared): string =>
  percent(estimates.filter(({ truth, estimate }) => isCovered(truth, estimate)).length, estimates.length);

function row(label: string, points: readonly Checkpoint[]): readonly string[] {
  const stated = compared(points, (one) => (one.notKnown === undefined ? one : undefined));
  const ratios = stated.map(({ truth, estimate: { left } }) => (left + 1) / (truth + 1));
  const own = new Set(points.map(({ web, topic, seed, strategy }) => `${web} ${topic} ${seed} ${strategy}`));
  return [
    label,
    `${own.size}`,
    `${points.length}`,
    percent(points.length - stated.length, points.length),
    coverage(stated),
    stated.length === 0 ? '–' : median(ratios).toFixed(2),
    coverage(compared(points, ({ byRate }) => byRate)),
  ];
}

const labels = new Map<string, Checkpoint[]>();
for (const part of ['held out', 'development'] as const) {
  const own = all.filter((one) => one.part === part);
  labels.set(`${part}, all`, own);
  for (const web of new Set(own.map((one) => one.web)))
    labels.set(
      `${part}, ${web}`,
      own.filter((one) => one.web === web),
    );
  labels.set(
    `${part}, with silent hosts`,
    own.filter(({ silent }) => silent),
  );
  for (const { web, topic } of own)
    labels.set(
      `${part}, ${web}: ${topic}`,
      own.filter((one) => one.web === web && one.topic === topic),
    );
}
console.log(
  alignColumns(
    [
      ['crawls of', 'crawls', 'points', 'not known yet', 'truth in interval', 'median ratio', 'by rate'],
      ...[...labels].filter(([, points]) => points.length > 0).map(([label, points]) => row(label, points)),
    ],
    ['left', 'right', 'right', 'right', 'right', 'right', 'right', 'right'],
  ),
);
