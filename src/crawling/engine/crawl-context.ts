import type { Activity } from './activity.js';
import type { ActiveFeature } from './feature.js';
import type { BusyHosts } from '../politeness/busy-hosts.js';
import type { FirstContacts } from '../politeness/politeness.js';
import type { CrawlParts, CrawlPlan } from './crawl-types.js';
import type { PageWatch } from '../pages/page-watch.js';
import type { Politeness } from '../politeness/politeness.js';
import type { Recorder } from './recorder.js';
import type { Rejudging } from './rejudging.js';
import type { Acceptance } from '../../model/judging.js';
import type { Steering } from '../steering/steering.js';
import type { Tally } from './tally.js';
import type { StopWatch } from './stop-condition.js';
import type { ScopeCheck } from '../urls/urls.js';

/** State and services that the visits of one crawl share. */
export interface CrawlContext {
  readonly parts: CrawlParts;
  /** Its pace may be changed while the crawl runs. */
  plan: CrawlPlan;
  readonly steering: Steering;
  /** Times at which hosts may be contacted. */
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
  /** Progress of the crawl. */
  readonly progress: {
    readonly recorder: Recorder;
    readonly tally: Tally;
    /** Current work, and what it waits for. */
    readonly activity: Activity;
    /** True if the crawl has done enough. */
    readonly stopWatch: StopWatch;
    /** Requests of the other workers of the crawl, and the bytes that they brought. */
    readonly elsewhere: { fetched: number; bytes: number };
  };
  /** Times of the crawl. */
  readonly run: {
    /** Beginning of the crawl, and of this run of it, in milliseconds of the clock. */
    readonly startedAt: number;
    readonly runStartedAt: number;
    /** For how long its earlier runs went on. */
    readonly secondsBefore: number;
  };
  /** Conditions that end a crawl before its time. */
  readonly ending: {
    /** Aborted when the crawl is to stop: no visit is begun any more, and those under way continue. */
    readonly signal: AbortSignal;
    /** Aborted when visits under way are to break off: some time later, or at once when the crawl fails. */
    readonly cut: AbortSignal;
  };
  /** Optional features of this crawl. */
  features: readonly ActiveFeature[];
}
