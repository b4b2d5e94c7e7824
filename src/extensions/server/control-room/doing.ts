import type { CrawlStatus } from '../../../app/crawl/crawl-status.js';
import type { HostStanding } from '../../../crawling/politeness/politeness.js';
import type { WaitingCommand } from '../../../crawling/steering/command-folder.js';
import { secondsText } from '../../../crawling/engine/activity.js';
import type { CrawlActivity } from '../../../model/crawl-activity.js';
import type { TakenAction } from '../../../model/steering.js';

/** Current work of a crawl, in a line. JSON. */
export interface Doing {
  /** The colour of the dot: requesting; busy with pages it has; waiting; held by a person; ended; broken off. */
  readonly tone: 'active' | 'busy' | 'waiting' | 'held' | 'ended' | 'broken';
  readonly text: string;
  /** Time of it, or its end, ISO 8601: the end of the line, in the time of those who read it. */
  readonly at?: string;
  readonly until?: string;
  /** More to know, such as which host is waited for. */
  readonly detail?: string;
}

/** Parts of the line. */
export interface ObservedCrawl {
  readonly status: CrawlStatus;
  readonly activity: CrawlActivity | undefined;
  readonly hosts: HostStanding;
  /** Actions of people, in order. */
  readonly actions: readonly TakenAction[];
  /** Milliseconds of the crawl's clock. */
  readonly now: number;
}

/** Milliseconds from which a wait is not the usual pause between two requests. */
const LONG_WAIT = 2000;

/** Current work of a crawl, or its end. */
export function doingOf(parts: ObservedCrawl): Doing {
  const { status } = parts;
  if (status.state !== 'running') return endText(parts);
  if (status.paused) return { tone: 'held', ...askedBy('paused', parts, 'pause') };
  return judgingText(parts) ?? waitingText(parts) ?? requestingText(parts);
}

function judgingText({ activity, status }: ObservedCrawl): Doing | undefined {
  const { judgingAgain } = activity ?? {};
  if (judgingAgain === undefined || judgingAgain.done >= judgingAgain.pages) return undefined;
  const model = status.model === undefined ? '' : ` with model ${status.model.number}`;
  const pages = judgingAgain.pages.toLocaleString('en');
  return {
    tone: 'busy',
    text: `judging ${pages} pages again${model}: ${judgingAgain.done.toLocaleString('en')} done`,
  };
}

function waitingText({ activity, hosts, status, now }: ObservedCrawl): Doing | undefined {
  const { waiting } = activity ?? {};
  if (waiting === undefined || hosts.contacted.length > 0) return undefined;
  const { why, since, until } = waiting;
  if (until === undefined)
    return now - since < LONG_WAIT ? undefined : { tone: 'busy', text: `waiting: ${why}` };
  if (until - now < LONG_WAIT) return undefined;
  const count = Math.max(1, status.counts.hosts);
  return {
    tone: 'waiting',
    text: `waiting for ${count.toLocaleString('en')} ${count === 1 ? 'host' : 'hosts'}`,
    until: new Date(until).toISOString(),
    detail: why,
  };
}

function requestingText({ hosts, status, now }: ObservedCrawl): Doing {
  const { contacted, resting } = hosts;
  const all = Math.max(status.counts.hosts, contacted.length);
  const text = `requesting: ${contacted.length} of ${all.toLocaleString('en')} hosts`;
  if (status.simulatedTime) return { tone: 'active', text };
  const [next] = resting.map(([, ready]) => ready - now).sort((a, b) => a - b);
  const free = next !== undefined && next > 0 ? `, next free in ${tenths(next)}` : '';
  return { tone: 'active', text: `${text}${free}` };
}

function tenths(milliseconds: number): string {
  return milliseconds < 10_000 ? `${(milliseconds / 1000).toFixed(1)} s` : secondsText(milliseconds / 1000);
}

/** Ends of crawls, by their states. */
const ENDS: Readonly<Record<string, (status: CrawlStatus) => string>> = {
  'max-pages': ({ maxPages }) => `limit of ${maxPages.toLocaleString('en')} pages`,
  'max-seconds': ({ maxSeconds = 0 }) => `limit of ${secondsText(maxSeconds)}`,
  until: ({ until = '' }) => `the goal “${until}” was reached`,
  'nothing-left': () => 'no address was left to request',
  'gave-up': () => 'no host that was left could be contacted',
};

function endText(parts: ObservedCrawl): Doing {
  const { status } = parts;
  const why = ENDS[status.state]?.(status);
  if (why !== undefined)
    return { tone: status.state === 'gave-up' ? 'broken' : 'ended', text: `ended: ${why}` };
  if (status.state === 'interrupted') return { tone: 'ended', ...askedBy('stopped', parts, 'stop') };
  const detail = 'what it found until then is kept';
  return { tone: 'broken', text: 'broken off', at: status.lastEventAt, detail };
}

/** Last action of a person, such as to pause the crawl; nobody if it was a signal or Ctrl-C. */
function askedBy(
  what: string,
  { actions, status }: ObservedCrawl,
  kind: 'pause' | 'stop',
): Pick<Doing, 'text' | 'at'> {
  const asked = actions.findLast(({ action, refused }) => action.kind === kind && refused !== true);
  const isLast = kind === 'pause' || asked === actions.at(-1);
  const at = asked !== undefined && isLast ? asked.time : status.lastEventAt;
  return {
    text: asked !== undefined && isLast ? `${what} by ${asked.by}` : what,
    ...(status.simulatedTime ? {} : { at }),
  };
}

/** Way of continuing a crawl that is not running. JSON. */
export interface ResumeWay {
  /** Pages in all up to which it would run, where its limit has to be raised. */
  readonly maxPages?: number;
}

/** Way of continuing a crawl; undefined if it is running, shared, or has nothing left to request. */
export function resumeWay(
  { state, part, counts, maxPages }: Pick<CrawlStatus, 'state' | 'part' | 'counts' | 'maxPages'>,
  waiting: readonly Pick<WaitingCommand, 'action'>[],
): ResumeWay | undefined {
  if (part !== undefined || state === 'running') return undefined;
  if (state === 'stopped' || state === 'interrupted' || state === 'gave-up') return {};
  const isSeeded = waiting.some(({ action }) => action.kind === 'seed');
  if (state === 'nothing-left') return isSeeded ? {} : undefined;
  if (state !== 'max-pages' || (counts.queued === 0 && !isSeeded)) return undefined;
  return { maxPages: 2 * Math.max(maxPages, counts.fetched) };
}
