import path from 'node:path';
import { crawlStatus, type CrawlStatus } from '../../../app/crawl/crawl-status.js';
import {
  readActions,
  readWaitingCommands,
  type WaitingCommand,
} from '../../../crawling/steering/command-folder.js';
import { createSteering } from '../../../crawling/steering/steering.js';
import { readStanding } from '../../../crawling/store/crawl-store.js';
import {
  isElsewhere,
  readFrontier,
  readHosts,
  readHostStanding,
  type FrontierView,
} from '../../../crawling/store/frontier-view.js';
import { expectEvents } from '../../../crawling/store/result-folder.js';
import { readPageText } from '../../../crawling/store/page-store.js';
import type { CrawlEvent, QueuedUrl, ReasonCode } from '../../../model/crawl-event.js';
import { InputError } from '../../../model/errors.js';
import type { TakenAction } from '../../../model/steering.js';
import { PARTS } from '../../../judging/parts.js';
import { readAllRatings, readAnswers, type Answer } from '../../../crawling/ratings/ratings-folder.js';
import { once } from '../../../support/once.js';
import { takeTurns } from '../../../support/take-turns.js';
import { changesAfter, effectOf, type ActionEffect } from './action-effects.js';
import type { CurvePoint, ScoreHistogram, WhichEvents } from './crawl-columns.js';
import { createCrawlView, type CrawlView } from './crawl-view.js';
import { doingOf, expectedEnd, type Doing, type ExpectedEnd } from './doing.js';
import { resumeWay, type ResumeWay } from './resume-crawl.js';
import { openEventTail } from './event-tail.js';
import { listedPage, pageReading, type ListedPage, type PageReading } from './watched-pages.js';
import { blocksOf } from './text-blocks.js';
import {
  listHosts,
  type Blocked,
  type Blocks,
  type HostList,
  type HostWish,
  type ListedHost,
} from './host-list.js';
import type { NounRow } from '../../../model/crawl-tables.js';
import { topicNouns, type TopicNoun } from './topic-nouns.js';
import { verdictOf, type Verdict } from '../../../model/verdict.js';

/** A crawl at a glance. JSON. */
export interface CrawlState {
  readonly status: CrawlStatus;
  /** Counts up with every event. */
  readonly version: number;
  readonly doing: Doing;
  /** Absent where it is not running, or requests nothing. */
  readonly expectedEnd?: ExpectedEnd;
  /** Present where it can be continued from here. */
  readonly resume?: ResumeWay;
  readonly curve: readonly CurvePoint[];
  /** Changes by people and by the crawl itself: time, kind and person, the latest. */
  readonly flags: readonly Flag[];
  readonly harvest: { readonly last100: number | null; readonly last1000: number | null };
  readonly histogram: ScoreHistogram;
  readonly reasons: Readonly<Partial<Record<ReasonCode, number>>>;
  readonly drift: number | null;
  /** Actions of people and their effects on verdicts, the latest first. */
  readonly actions: readonly (TakenAction & { readonly changed?: ActionEffect })[];
  /** Terms that take no part in scores, and who wants that. */
  readonly ignored: readonly { readonly term: string; readonly by: string }[];
  /** Commands that were not taken yet, in order: the crawl takes them when it is resumed. */
  readonly waiting: readonly WaitingCommand[];
  /** Addresses that people do not want to be requested. */
  readonly blocks: readonly Blocked[];
}

/** Something that changed the course of a crawl. JSON. */
export interface Flag extends Pick<TakenAction, 'time' | 'by' | 'effect'> {
  readonly kind: string;
}

/** Pages whose verdicts an action changed. JSON. */
export interface ChangedPages {
  readonly accepted: readonly ListedPage[];
  readonly rejected: readonly ListedPage[];
}

/** Everything about one host. JSON. */
export interface WholeHost {
  readonly row: ListedHost;
  /** Seconds between two requests, before what robots.txt asks for. */
  readonly delay: number;
  /** Addresses that robots.txt forbids. */
  readonly forbidden: number;
  /** The latest. */
  readonly pages: readonly ListedPage[];
}

/** A page in question, with pages that are alike. JSON. */
export interface Question extends ListedPage {
  readonly changes?: number;
  readonly alike: readonly Pick<ListedPage, 'url' | 'title'>[];
}

/** Everything about one page. JSON. */
export interface WholePage {
  readonly event: CrawlEvent;
  readonly verdict: Verdict;
  /** The text that was judged, where it was kept. */
  readonly text?: string;
  /** The pages that led to it, a seed first; the page itself is not among them. */
  readonly way: readonly ListedPage[];
  /** Answers of each person about it. */
  readonly ratings: Readonly<Record<string, Answer>>;
}

/** Watches a crawl through its folder. It reads nothing while nobody asks. */
export interface CrawlWatch {
  readonly out: string;
  /** Reads what is new. @throws InputError when the folder does not hold a crawl, or its events are cut */
  refresh(): Promise<void>;
  readonly view: CrawlView;
  state(): Promise<CrawlState>;
  pages(wish: PageWish): Promise<{ readonly total: number; readonly pages: readonly ListedPage[] }>;
  /** @throws InputError for a page that the crawl does not have */
  page(url: string): Promise<WholePage>;
  /** The queue; of its best URLs which are blocked. */
  frontier(): Promise<Queue>;
  /** @throws InputError for a host that the crawl does not know */
  host(name: string): Promise<WholeHost>;
  /** Pages whose verdicts an action changed, some of each kind. */
  changes(id: string): Promise<ChangedPages>;
  hosts(wish: HostWish): Promise<HostList>;
  nouns(): Promise<Nouns>;
  /** Pages about which nobody has said anything and whose answers change most verdicts. */
  questions(count: number): Promise<readonly Question[]>;
  preview(score: number): Promise<Preview>;
}

/** The queue. JSON. */
export interface Queue extends FrontierView {
  readonly head: readonly (QueuedUrl & { readonly blocks: readonly Blocked[] })[];
}

/** Nouns of the accepted pages and of the topic. JSON. */
export interface Nouns {
  /** Nouns that count in favour of accepted pages, the most frequent first. */
  readonly met: readonly NounRow[];
  /** Total number; `met` may be cut. */
  readonly total: number;
  /** Nouns of the topic that no accepted page has, the most frequent first; absent when the topic cannot be read. */
  readonly missing?: readonly TopicNoun[];
  /** The share of the topic's most frequent nouns that accepted pages have. */
  readonly coverage?: number;
}

/** Which pages of a crawl. */
export interface PageWish {
  readonly which: WhichEvents;
  readonly offset: number;
  readonly count: number;
  /** Pages with this text in their address or title. */
  readonly text: string;
}

/** Changes with another threshold. JSON. */
export interface Preview {
  readonly accepted: number;
  readonly newlyAccepted: number;
  readonly newlyRejected: number;
  readonly examples: readonly ListedPage[];
}

/** Bins of the histogram of scores. */
const BINS = 40;
/**
 * Nouns, actions, entries of the frontier and examples that are shown; pages out of which those to ask about are chosen.
 */
const SHOWN = {
  nouns: 500,
  actions: 50,
  blocks: 200,
  frontier: 50,
  examples: 20,
  compared: 400,
  flags: 200,
  changed: 100,
};
/** Commands that wait, the first ones. */
const MAX_WAITING = 200;

/** Watches the crawl in a folder. */
export function watchCrawlFolder(out: string): CrawlWatch {
  const file = path.join(out, 'events.jsonl');
  const tail = openEventTail(file);
  const inTurn = takeTurns();
  let view = createCrawlView();

  const refresh = (): Promise<void> =>
    inTurn(async () => {
      await expectEvents(out);
      if (await tail.read((event, place) => view.add(event, place))) return;
      view = createCrawlView();
      await tail.read((event, place) => view.add(event, place));
    });

  // It stays as it was when the crawl began, and takes a while to read.
  const topic = once(() => topicNouns(out));

  const { eventAt, eventsAt, listed, matching, wayTo } = pageReading(file, () => view);

  return {
    out,
    refresh,
    get view() {
      return view;
    },
    state: () => stateOf(out, view),
    async pages({ which, offset, count, text }) {
      const all = view.list(which);
      const places = text === '' ? all : await matching(all, text);
      return { total: places.length, pages: await listed(places.slice(offset, offset + count)) };
    },
    async page(url) {
      const place = view.placeOf(url);
      const event = place === undefined ? undefined : await eventAt(place);
      if (event === undefined) throw new InputError(`the crawl in ${out} did not come to ${url}`);
      const text = await readPageText(out, event);
      return {
        event,
        verdict: verdictOf(event),
        text,
        way: await wayTo(event),
        ratings: await ratingsOf(out, url),
      };
    },
    async frontier() {
      const blocks = await blocksIn(out);
      const found = readFrontier(out, SHOWN.frontier);
      const head = found.head.map((one) => ({ ...one, blocks: blocks.ofUrl(one.url) }));
      return { ...found, head };
    },
    host: (name) => hostOf(out, name, view, listed),
    async changes(id) {
      const found = changesAfter({ id }, await readActions(out), view.changes());
      const shownOf = (isAccepted: boolean): Promise<readonly ListedPage[]> => {
        const places = found.flatMap(({ place, accepted }) => (accepted === isAccepted ? [place] : []));
        return listed(places.slice(0, SHOWN.changed));
      };
      return { accepted: await shownOf(true), rejected: await shownOf(false) };
    },
    // One after the other, since each reads what the one before left.
    hosts: async (wish) => listHosts(view.hosts(), readHosts(out), wish, Date.now(), await blocksIn(out)),
    nouns: () => nounsOf(view, topic),
    questions: (count) => questionsOf(out, view, eventsAt, count),
    async preview(score) {
      const { changed, ...counts } = view.preview(score, SHOWN.examples);
      return { ...counts, examples: await listed(changed) };
    },
  };
}

async function stateOf(out: string, view: CrawlView): Promise<CrawlState> {
  const { actions, waiting } = await askedOf(out);
  const status = await crawlStatus(out);
  return {
    status,
    ...standingOf(out, status, actions),
    resume: resumeWay(status, waiting),
    version: view.version,
    curve: view.curve(),
    flags: actions
      .filter(({ refused }) => refused !== true)
      .slice(-SHOWN.flags)
      .map(({ time, by, effect, action }) => ({ time, by, effect, kind: action.kind })),
    harvest: { last100: view.harvest(100), last1000: view.harvest(1000) },
    histogram: view.histogram(BINS),
    reasons: view.reasons(),
    drift: view.drift(),
    actions: actions
      .slice(-SHOWN.actions)
      .reverse()
      .map((action) => ({ ...action, changed: effectOf(changesAfter(action, actions, view.changes())) })),
    ignored: [...createSteering(actions).ignored()].map(([term, by]) => ({ term, by })),
    waiting: waiting.slice(0, SHOWN.actions),
    blocks: blocksOf(actions, waiting).all().slice(0, SHOWN.blocks),
  };
}

function standingOf(
  out: string,
  status: CrawlStatus,
  actions: readonly TakenAction[],
): Pick<CrawlState, 'doing' | 'expectedEnd'> {
  const activity = status.part === undefined ? readStanding(out).activity : undefined;
  const now = status.simulatedTime ? Date.parse(status.lastEventAt ?? status.startedAt) : Date.now();
  const hosts = readHostStanding(out);
  return { doing: doingOf({ status, activity, hosts, actions, now }), expectedEnd: expectedEnd(status) };
}

/** @throws InputError for a host that the crawl does not know */
async function hostOf(
  out: string,
  name: string,
  view: CrawlView,
  listed: PageReading['listed'],
): Promise<WholeHost> {
  const wish = { by: 'host', text: name, count: Infinity } as const;
  const { hosts } = listHosts(view.hosts(), readHosts(out), wish, Date.now(), await blocksIn(out));
  const row = hosts.find(({ host }) => host === name);
  if (row === undefined) throw new InputError(`the crawl in ${out} does not know the host ${name}`);
  const places = view.ofHost(name);
  const { delay = 0 } = createSteering(await readActions(out)).pace();
  return {
    row,
    delay: delay === 0 ? delayOf(out) : delay,
    forbidden: places.filter((place) => view.codeOf(place) === 'robots-disallowed').length,
    pages: await listed(places.slice(0, SHOWN.examples)),
  };
}

/** Seconds between two requests to a host with which the crawl was begun. */
function delayOf(out: string): number {
  if (isElsewhere(out)) return 0;
  const { settings } = readStanding(out).plan as { readonly settings: { readonly delay?: number } };
  return settings.delay ?? 0;
}

/** Commands of people to a crawl: those it took, and those that wait. */
async function askedOf(out: string) {
  return { actions: await readActions(out), waiting: await readWaitingCommands(out, MAX_WAITING) };
}

async function blocksIn(out: string): Promise<Blocks> {
  const { actions, waiting } = await askedOf(out);
  return blocksOf(actions, waiting);
}

async function nounsOf(
  view: CrawlView,
  topic: () => Promise<readonly TopicNoun[] | undefined>,
): Promise<Nouns> {
  const rows = view.nouns();
  const known = await topic();
  const met = { met: rows.slice(0, SHOWN.nouns), total: rows.length };
  if (known === undefined || known.length === 0) return met;
  const names = new Set(rows.map(({ noun }) => noun));
  const missing = known.filter(({ noun }) => !names.has(noun));
  return {
    ...met,
    missing: missing.slice(0, SHOWN.nouns),
    coverage: 1 - missing.length / known.length,
  };
}

/** Questions about pages that nobody has answered, out of those near the threshold and some of lower scores. */
async function questionsOf(
  out: string,
  view: CrawlView,
  eventsAt: PageReading['eventsAt'],
  count: number,
): Promise<readonly Question[]> {
  const answers = await readAnswers(out);
  const answered = [...answers.keys()].flatMap((url) => view.placeOf(url) ?? []);
  const open = view.askable(SHOWN.compared + answered.length);
  // The latest page last: its threshold is the one that holds.
  const found = await eventsAt([...new Set([...open, ...answered])]);
  const events = found.toSorted((a, b) => a.sequence - b.sequence);
  const { pageQuestions } = await PARTS.pagesToRate();
  return pageQuestions(events, count, answers).map(({ page, alike, changes }) => ({
    ...{ ...listedPage(page), changes },
    alike: alike.map(({ url, title = '' }) => ({ url, title })),
  }));
}

async function ratingsOf(out: string, url: string): Promise<Readonly<Record<string, Answer>>> {
  const all = await readAllRatings(out);
  const answers: Record<string, Answer> = {};
  for (const { rater, judgements } of all) {
    const answer = judgements[url];
    if (answer !== undefined) answers[rater] = answer;
  }
  return answers;
}
