import path from 'node:path';
import { crawlStatus, type CrawlStatus } from '../../../app/crawl/crawl-status.js';
import { readAllRatings, readAnswers, type Answer } from '../../../crawling/ratings/ratings-folder.js';
import {
  readActions,
  readWaitingCommands,
  type WaitingCommand,
} from '../../../crawling/steering/command-folder.js';
import { createSteering } from '../../../crawling/steering/steering.js';
import { readStanding } from '../../../crawling/store/crawl-store.js';
import { readBestUrls, readHosts, readHostStanding } from '../../../crawling/store/frontier-view.js';
import { extentOfEvents } from '../../../crawling/store/result-folder.js';
import { readPageText } from '../../../crawling/store/page-store.js';
import { PARTS } from '../../../judging/parts.js';
import type { CrawlEvent, QueuedUrl, ReasonCode } from '../../../model/crawl-event.js';
import type { NounRow } from './crawl-tables.js';
import { Problem } from '../http.js';
import type { TakenAction } from '../../../model/steering.js';
import type { NounEvidence } from '../../../model/topic.js';
import { verdictOf, type Verdict } from '../../../model/verdict.js';
import { takeTurns } from '../../../support/take-turns.js';
import {
  createCrawlView,
  type CrawlView,
  type CurvePoint,
  type ScoreHistogram,
  type WhichEvents,
} from './crawl-view.js';
import { doingOf, resumeWay, type Doing, type ResumeWay } from './doing.js';
import { openEventTail, readEventsAt } from './event-tail.js';
import { blocksOf, listHosts, type Blocked, type Blocks, type HostList, type HostWish } from './host-list.js';

/** A crawl at a glance. JSON. */
export interface CrawlState {
  readonly status: CrawlStatus;
  /** Counts up with every event. */
  readonly version: number;
  readonly doing: Doing;
  /** Present where it can be continued from here. */
  readonly resume?: ResumeWay;
  readonly curve: readonly CurvePoint[];
  readonly harvest: { readonly last100: number | null; readonly last1000: number | null };
  readonly histogram: ScoreHistogram;
  readonly reasons: Readonly<Partial<Record<ReasonCode, number>>>;
  /** Nouns that count in favour of accepted pages, the most frequent first. */
  readonly nouns: readonly NounRow[];
  /** Actions of people, the latest first. */
  readonly actions: readonly TakenAction[];
  /** Terms that take no part in scores, and who wants that. */
  readonly ignored: readonly { readonly term: string; readonly by: string }[];
  /** Commands that were not taken yet, in order: the crawl takes them when it is resumed. */
  readonly waiting: readonly WaitingCommand[];
  /** Addresses that people do not want to be requested. */
  readonly blocks: readonly Blocked[];
}

/** A page in a list. JSON. */
export interface ListedPage {
  readonly url: string;
  readonly title: string;
  readonly verdict: Verdict;
  readonly code?: ReasonCode;
  readonly score?: number;
  readonly time: string;
  readonly summary?: string;
  /** The three nouns that pulled most. */
  readonly nouns: readonly Pick<NounEvidence, 'lemma' | 'pull'>[];
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

/** The best URLs that wait, and the blocks of each. JSON. */
export interface Queue {
  readonly head: readonly (QueuedUrl & { readonly blocks: readonly Blocked[] })[];
}

/** Which pages of a crawl. */
interface PageWish {
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
/** Items that are shown; pages out of which those to ask about are chosen. */
const SHOWN = { nouns: 20, actions: 50, blocks: 200, frontier: 50, examples: 20, compared: 400 };
/** Commands that wait, the first ones. */
const MAX_WAITING = 200;
/** Pages that are searched for a text, the latest ones, and steps of a way. */
const [MAX_SEARCHED, MAX_STEPS] = [20_000, 100];

/** Watches a crawl through its folder. */
export type CrawlWatch = ReturnType<typeof watchCrawlFolder>;

/** Watches the crawl in a folder. It reads nothing while nobody asks. */
export function watchCrawlFolder(out: string) {
  const file = path.join(out, 'events.jsonl');
  const tail = openEventTail(file);
  const inTurn = takeTurns();
  let view = createCrawlView();
  const eventsAt = (places: readonly number[]): Promise<readonly CrawlEvent[]> =>
    readEventsAt(
      file,
      places.map((place) => view.lineOf(place)),
    );
  const listed = async (places: readonly number[]): Promise<readonly ListedPage[]> =>
    (await eventsAt(places)).map(listedPage);
  const eventOf = async (url: string): Promise<CrawlEvent | undefined> => {
    const place = view.placeOf(url);
    return place === undefined ? undefined : (await eventsAt([place]))[0];
  };
  return {
    out,
    get view(): CrawlView {
      return view;
    },
    /** Reads what is new. @throws InputError when the folder does not hold a crawl, or its events are cut */
    refresh: (): Promise<void> =>
      inTurn(async () => {
        await extentOfEvents(out);
        if (await tail.read((event, place) => view.add(event, place))) return;
        view = createCrawlView();
        await tail.read((event, place) => view.add(event, place));
      }),
    state: (): Promise<CrawlState> => stateOf(out, view),
    async pages({ which, offset, count, text }: PageWish) {
      const all = view.list(which);
      const places = text === '' ? all : await matching(all, text, eventsAt);
      return { total: places.length, pages: await listed(places.slice(offset, offset + count)) };
    },
    /** @throws Problem for a page that the crawl does not have */
    async page(url: string): Promise<WholePage> {
      const event = await eventOf(url);
      if (event === undefined) throw new Problem(404, `${url} was not crawled (${out})`);
      return {
        ...{ event, verdict: verdictOf(event), way: await wayTo(event, eventOf) },
        text: await readPageText(out, event),
        ratings: await ratingsOf(out, url),
      };
    },
    async frontier(): Promise<Queue> {
      const blocks = await blocksIn(out);
      const head = readBestUrls(out, SHOWN.frontier);
      return { head: head.map((one) => ({ ...one, blocks: blocks.ofUrl(one.url) })) };
    },
    hosts: async (wish: HostWish): Promise<HostList> =>
      listHosts(view.hosts(), readHosts(out), wish, Date.now(), await blocksIn(out)),
    /** Pages about which nobody has said anything and whose answers change most verdicts. */
    questions: (count: number): Promise<readonly Question[]> => questionsOf(out, view, eventsAt, count),
    async preview(score: number): Promise<Preview> {
      const { changed, ...counts } = view.preview(score, SHOWN.examples);
      return { ...counts, examples: await listed(changed) };
    },
  };
}

async function stateOf(out: string, view: CrawlView): Promise<CrawlState> {
  const actions = await readActions(out);
  const waiting = await readWaitingCommands(out, MAX_WAITING);
  const status = await crawlStatus(out);
  const activity = status.part === undefined ? readStanding(out).activity : undefined;
  const now = status.simulatedTime ? Date.parse(status.lastEventAt ?? status.startedAt) : Date.now();
  return {
    status,
    version: view.version,
    doing: doingOf({ status, activity, hosts: readHostStanding(out), actions, now }),
    resume: resumeWay(status, waiting),
    curve: view.curve(),
    harvest: { last100: view.harvest(100), last1000: view.harvest(1000) },
    histogram: view.histogram(BINS),
    reasons: view.reasons(),
    nouns: view.nouns().slice(0, SHOWN.nouns),
    actions: actions.slice(-SHOWN.actions).reverse(),
    ignored: [...createSteering(actions).ignored()].map(([term, by]) => ({ term, by })),
    waiting: waiting.slice(0, SHOWN.actions),
    blocks: blocksOf(actions, waiting).all().slice(0, SHOWN.blocks),
  };
}

async function blocksIn(out: string): Promise<Blocks> {
  return blocksOf(await readActions(out), await readWaitingCommands(out, MAX_WAITING));
}

type EventsAt = (places: readonly number[]) => Promise<readonly CrawlEvent[]>;

/** Places of pages that hold a text in their address or title, among the latest. */
async function matching(
  places: readonly number[],
  text: string,
  eventsAt: EventsAt,
): Promise<readonly number[]> {
  const wanted = text.toLowerCase();
  const found: number[] = [];
  for (const place of places.slice(0, MAX_SEARCHED)) {
    const [event] = await eventsAt([place]);
    if (`${event?.url ?? ''} ${event?.title ?? ''}`.toLowerCase().includes(wanted)) found.push(place);
  }
  return found;
}

/** The pages that led to one. */
async function wayTo(
  { referrer }: CrawlEvent,
  eventOf: (url: string) => Promise<CrawlEvent | undefined>,
): Promise<readonly ListedPage[]> {
  const way: ListedPage[] = [];
  let url = referrer;
  while (url !== undefined && way.length < MAX_STEPS && !way.some((page) => page.url === url)) {
    const event = await eventOf(url);
    if (event === undefined) break;
    way.unshift(listedPage(event));
    url = event.referrer;
  }
  return way;
}

/** A page as lists show it. */
function listedPage(event: CrawlEvent): ListedPage {
  const { url, title = '', code, time, judgement } = event;
  return {
    ...{ url, title, code, time, verdict: verdictOf(event) },
    score: judgement?.score,
    summary: judgement?.reason.summary,
    nouns: (judgement?.reason.evidence ?? []).slice(0, 3).map(({ lemma, pull }) => ({ lemma, pull })),
  };
}

/** Questions about pages that nobody has answered, out of those near the threshold and some of lower scores. */
async function questionsOf(
  out: string,
  view: CrawlView,
  eventsAt: EventsAt,
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
  const answers = (await readAllRatings(out)).flatMap(({ rater, judgements }) => {
    const answer = judgements[url];
    return answer === undefined ? [] : [[rater, answer] as const];
  });
  return Object.fromEntries(answers);
}
