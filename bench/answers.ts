/**
 * Measures what answers about single pages and about groups of alike pages bring to a crawl that has ended.
 *
 *     npm run bench -- answers --crawl OUT [--crawl OUT …] [--draws 3]
 *
 * Next to each folder OUT lies `labels.json`: an object with true (about the topic) or false by URL; pages without a label are left out.
 * The questions are those of Teach, one after the other; the threshold moves with each answer as in the crawl. 3 % of the answers are
 * wrong. `pages`: each answer is about one page. `groups`: it is about all alike pages, where the five that a person is shown first by
 * their titles are like the page; else about the page alone. `groups, unseen`: it always is about all of them.
 * Output: F1 of the verdicts after 0, 3, 6 and 12 questions, answers included; in brackets F1 by the threshold alone.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { weightAmong } from '../src/crawling/steering/steering.js';
import { readEvents } from '../src/crawling/store/result-folder.js';
import { pageQuestions } from '../src/extensions/lab/ratings/page-questions.js';
import { sigmoid } from '../src/judging/learning/logistic-regression.js';
import {
  ADAPTED_DEVIATION,
  labelledThreshold,
  type LabelledScore,
} from '../src/judging/topic/labelled-threshold.js';
import type { CrawlEvent } from '../src/model/crawl-event.js';
import type { PageQuestion } from '../src/app/crawl/pages-to-rate.js';
import { seededRandom } from '../src/support/random.js';
import { mean } from '../src/support/statistics.js';

const QUESTIONS = [0, 3, 6, 12];
const WRONG = 0.03;
const SHOWN = 5;
const DESIGNS = ['pages', 'groups', 'groups, unseen'] as const;

const { values } = parseArgs({
  options: {
    crawl: { type: 'string', multiple: true, default: [] },
    draws: { type: 'string', default: '3' },
  },
});

/** The judged pages of a crawl, and which are about the topic. */
interface LabelledCrawl {
  readonly events: readonly CrawlEvent[];
  readonly isAbout: (page: CrawlEvent) => boolean;
}

for (const out of values.crawl) {
  const crawl = await openCrawl(out);
  for (const design of DESIGNS) {
    const draws = Array.from({ length: Number(values.draws) }, (_, seed) => ask(crawl, design, seed + 1));
    const figures = QUESTIONS.map((_, place) => {
      const [all, threshold] = [0, 1].map((kind) => mean(draws.map((one) => one[place]?.[kind] ?? 0)) ?? 0);
      return `${(all ?? 0).toFixed(3)} (${(threshold ?? 0).toFixed(3)})`;
    });
    process.stdout.write(`${[path.basename(path.dirname(out)), design, ...figures].join(' | ')}\n`);
  }
}

async function openCrawl(out: string): Promise<LabelledCrawl> {
  const file = path.join(path.dirname(out), 'labels.json');
  const labels = JSON.parse(await readFile(file, 'utf8')) as Readonly<Record<string, boolean>>;
  const events: CrawlEvent[] = [];
  for await (const event of readEvents(out)) {
    const { judgement, depth, url } = event;
    if (judgement?.reason.members !== undefined && depth > 0 && url in labels) events.push(event);
  }
  return { events, isAbout: ({ url }) => labels[url] === true };
}

/** @returns F1 of the verdicts with answers, and by the threshold alone, after each number of questions */
function ask(
  { events, isAbout }: LabelledCrawl,
  design: (typeof DESIGNS)[number],
  seed: number,
): readonly (readonly number[])[] {
  const random = seededRandom(seed);
  const threshold = oddsOf(usualThreshold(events));
  const answers = new Map<string, boolean>();
  const labels: LabelledScore[] = [];
  const figures: (readonly number[])[] = [];
  for (let asked = 0; asked <= Math.max(...QUESTIONS); asked += 1) {
    const now = labelledThreshold(labels, { threshold, deviation: ADAPTED_DEVIATION });
    const judged = events.map((event) => judgedFrom(event, sigmoid(now)));
    const isAccepted = ({ judgement }: CrawlEvent): boolean => judgement?.accepted === true;
    if (QUESTIONS.includes(asked))
      figures.push([
        f1(judged, isAbout, (event) => answers.get(event.url) ?? isAccepted(event)),
        f1(judged, isAbout, isAccepted),
      ]);
    const [question] = pageQuestions(judged, 1, answers, seed);
    if (question === undefined) continue;
    const relevant = isAbout(question.page) !== random() < WRONG;
    const pages = [question.page, ...answeredWith(question, design, isAbout)];
    for (const page of pages) {
      answers.set(page.url, relevant);
      labels.push({
        odds: oddsOf(page.judgement?.score ?? 0.5),
        positive: relevant,
        weight: weightAmong(pages.length),
      });
    }
  }
  return figures;
}

/** The alike pages that the answer is about as well. */
function answeredWith(
  { page, alike }: PageQuestion,
  design: (typeof DESIGNS)[number],
  isAbout: LabelledCrawl['isAbout'],
): readonly CrawlEvent[] {
  const looksAlike = alike.slice(-SHOWN).every((other) => isAbout(other) === isAbout(page));
  return design === 'groups, unseen' || (design === 'groups' && looksAlike) ? alike : [];
}

/** The threshold of most verdicts: that of the last look at all pages. */
function usualThreshold(events: readonly CrawlEvent[]): number {
  const counts = new Map<number, number>();
  for (const { judgement } of events) {
    const low = judgement?.reason.band.low ?? 0.5;
    counts.set(low, (counts.get(low) ?? 0) + 1);
  }
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0] ?? 0.5;
}

function judgedFrom(event: CrawlEvent, low: number): CrawlEvent {
  const { judgement } = event;
  if (judgement === undefined) return event;
  const reason = { ...judgement.reason, band: { low, high: null } };
  return { ...event, judgement: { ...judgement, accepted: judgement.score >= low, reason } };
}

function f1(
  events: readonly CrawlEvent[],
  isAbout: LabelledCrawl['isAbout'],
  isAccepted: (event: CrawlEvent) => boolean,
): number {
  const [about, accepted] = [events.filter(isAbout), events.filter(isAccepted)];
  return (2 * about.filter(isAccepted).length) / Math.max(1, about.length + accepted.length);
}

function oddsOf(probability: number): number {
  return Math.log(probability / (1 - probability));
}
