import type { Activity } from './activity.js';
import type { ActiveFeature } from './feature.js';
import type { BusyHosts } from '../politeness/busy-hosts.js';
import type { FirstContacts } from '../politeness/first-contacts.js';
import type { CrawlParts, CrawlPlan } from './crawl-types.js';
import type { PageWatch } from '../pages/page-watch.js';
import type { Politeness } from '../politeness/politeness.js';
import type { Recorder } from './recorder.js';
import type { Rejudging } from './rejudging.js';
import type { Acceptance } from '../../model/judging.js';
import type { Steering } from '../steering/steering.js';
import type { Tally } from './tally.js';
import type { StopWatch } from './stop-watch.js';
import type { ScopeCheck } from '../urls/urls.js';

/** What the visits of one crawl share. */
export interface CrawlContext {
  readonly parts: CrawlParts;
  /** Its pace may be changed while the crawl runs. */
  plan: CrawlPlan;
  readonly steering: Steering;
  /** When hosts may be contacted. */
  readonly hosts: {
    readonly politeness: Politeness;
    readonly busyHosts: BusyHosts;
    readonly contacts: FirstContacts;
    /** Pages requested, by host, where they are limited. */
    readonly hostPages: Map<string, number>;
  };
  /** Which addresses and pages are left out. */
  readonly known: {
    readonly scope: ScopeCheck;
    readonly pageWatch: PageWatch;
  };
  /** By what verdicts are given, where the classifier's own do not stand. */
  readonly deciding: {
    readonly acceptance: Acceptance | undefined;
    /** Present where the threshold moves and pages may be judged again. */
    readonly rejudging: Rejudging | undefined;
  };
  /** What a crawl has done so far. */
  readonly progress: {
    readonly recorder: Recorder;
    readonly tally: Tally;
    /** What it is occupied with, and what it waits for. */
    readonly activity: Activity;
    /** Whether the crawl has done enough. */
    readonly stopWatch: StopWatch;
    /** Requests of the other workers of the crawl, and the bytes that they brought. */
    readonly elsewhere: { fetched: number; bytes: number };
  };
  /** When a crawl ran. */
  readonly run: {
    /** When the crawl began, and when this run of it did, in milliseconds of the clock. */
    readonly startedAt: number;
    readonly runStartedAt: number;
    /** For how long its earlier runs went on. */
    readonly secondsBefore: number;
  };
  /** What ends a crawl before its time. */
  readonly ending: {
    /** Aborted when the crawl is to stop: no visit is begun any more, and those under way continue. */
    readonly signal: AbortSignal;
    /** Aborted when visits under way are to break off: some time later, or at once when the crawl fails. */
    readonly cut: AbortSignal;
  };
  /** What is optional in this crawl. */
  features: readonly ActiveFeature[];
}
