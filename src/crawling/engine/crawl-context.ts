import type { Activity } from './activity.js';
import type { BusyHosts } from '../politeness/busy-hosts.js';
import type { FirstContacts } from '../politeness/first-contacts.js';
import type { CrawlParts, CrawlPlan } from './crawl-types.js';
import type { PageWatch } from '../pages/page-watch.js';
import type { Politeness } from '../politeness/politeness.js';
import type { Recorder } from './recorder.js';
import type { Rejudging } from './rejudging.js';
import type { Retraining } from './retraining.js';
import type { Acceptance } from '../../model/judging.js';
import type { RenderChoice } from '../rendering/render-choice.js';
import type { Steering } from '../steering/steering.js';
import type { Tally } from './tally.js';
import type { StopWatch } from '../survey/stop-watch.js';
import type { Survey } from '../survey/survey.js';
import type { ScopeCheck } from '../urls/urls.js';

/** What the visits of one crawl share. */
export interface CrawlContext {
  readonly parts: CrawlParts;
  /** Its pace may be changed while the crawl runs. */
  plan: CrawlPlan;
  readonly steering: Steering;
  /** By what verdicts are given, where the classifier's own do not stand. */
  readonly acceptance: Acceptance | undefined;
  readonly politeness: Politeness;
  readonly busyHosts: BusyHosts;
  readonly contacts: FirstContacts;
  readonly pageWatch: PageWatch;
  /** Pages requested, by host, where they are limited. */
  readonly hostPages: Map<string, number>;
  readonly scope: ScopeCheck;
  readonly tally: Tally;
  /** What it is occupied with, and what it waits for. */
  readonly activity: Activity;
  /** Requests of the other workers of the crawl, and the bytes that they brought. */
  readonly elsewhere: { fetched: number; bytes: number };
  readonly recorder: Recorder;
  /** Present where the threshold moves and pages may be judged again. */
  readonly rejudging?: Rejudging;
  /** Says which pages are rendered, where any are. */
  readonly renderChoice?: RenderChoice;
  /** Present where the classifier is retrained with what people say of pages. */
  readonly retraining?: Retraining;
  /** Present where it is estimated how many relevant pages are left. */
  readonly survey?: Survey;
  /** Whether the crawl has done enough. */
  readonly stopWatch: StopWatch;
  /** When the crawl began, and when this run of it did, in milliseconds of the clock. */
  readonly startedAt: number;
  readonly runStartedAt: number;
  /** For how long its earlier runs went on. */
  readonly secondsBefore: number;
  /** Aborted when the crawl is to stop: no visit is begun any more, and those under way continue. */
  readonly signal: AbortSignal;
  /** Aborted when visits under way are to break off: some time later, or at once when the crawl fails. */
  readonly cut: AbortSignal;
}
