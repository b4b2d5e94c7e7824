import type { CrawlFeature } from '../../crawling/engine/crawl-feature.js';
import type { CrawlState, EarlierCrawl } from '../../crawling/engine/crawl-types.js';
import type { SourceCounts } from '../../crawling/engine/crawl-counts.js';
import type { CrawlIdentity } from '../../crawling/store/crawl-quads.js';
import type { JudgeParts } from '../../judging/judge/judge-plan.js';
import type { Plugins } from '../../judging/plugins/registry.js';
import type { CrawlEvent, Fetcher } from '../../model/crawl-event.js';
import type { PageMetadata } from '../../model/page-metadata.js';
import type { BrowserStorage } from '../../model/rendering.js';
import type { Session } from '../../model/session.js';
import type { RemainingPages } from '../../model/remaining-pages.js';
import type { Logger } from '../../support/logger.js';
import type { Clock } from '../../support/time/clock.js';
import type { Own } from '../../support/with-resources.js';
import type { CrawlSettings } from '../settings/crawl-settings.js';
import type { PagesToRatePort } from './pages-to-rate.js';
import type { CrawlJudge } from './setup/crawl-judge.js';

/** What features work with. */
export interface FeatureParts extends Pick<CrawlJudge, 'judgeBy'> {
  readonly identity: CrawlIdentity;
  /** Fetches what is not a page of the crawl. */
  readonly fetcher: Fetcher;
  /** Takes the place of the network, also for services that the user named; undefined where there is a network. */
  readonly instead: Fetcher | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly judges: readonly JudgeParts[];
  /** The earlier crawl whose pages are visited again. */
  readonly earlier: EarlierCrawl | undefined;
  readonly plugins: Plugins;
  /** The folder of the crawl. */
  readonly out: string;
  /** Whether the folder has events of an earlier run. */
  readonly isContinued: boolean;
  /** Whether several workers share the crawl. */
  readonly isShared: boolean;
}

/** An optional part of crawls, loaded where the settings ask for it. */
export interface FeaturePort {
  /** Refuses settings before the folder of the crawl is touched. @throws UsageError; InputError */
  readonly refuseUnfit?: (settings: CrawlSettings) => Promise<void>;
  /** Opens it for a crawl; undefined if the crawl does not need it. */
  readonly open: (
    settings: CrawlSettings,
    parts: FeatureParts,
    own: Own,
  ) => CrawlFeature | undefined | Promise<CrawlFeature | undefined>;
}

/** The features of crawls, as ports. */
export interface FeaturePorts {
  /** Skips pages that reserve text and data mining. */
  readonly reservations: FeaturePort;
  /** Renders pages that scripts fill. */
  readonly rendering: FeaturePort;
  /** Reads documents that are not HTML. */
  readonly documents: FeaturePort;
  /** Finds the concepts of a vocabulary that accepted pages are about. */
  readonly subjects: FeaturePort;
  /** Estimates how many relevant pages a crawl has not found yet. */
  readonly survey: SurveyPort;
  /** Trains the classifier again with people's answers. */
  readonly retraining: FeaturePort;
  /** Has a language model answer questions about pages. */
  readonly teacher: FeaturePort;
  /** Evaluates the conditions `ask=FILE`. */
  readonly foundQueries: FeaturePort;
  /** Reads what accepted pages say of themselves. */
  readonly pageDescriptions: FeaturePort;
  /** Asks sources of URLs besides links. */
  readonly sources: SourcesPort;
  /** Judges all versions of pages that an archive has. */
  readonly versions: FeaturePort;
}

/** The setting of a session, and those of what is crawled. */
export type SessionSettings = Pick<CrawlSettings, 'web' | 'fromWarc'> &
  Partial<Pick<CrawlSettings, 'browserState'>>;

/** Crawls as a person who has signed in with a browser. */
export interface SignInPort {
  /** Opens a session for a crawl. @throws UsageError; InputError for a file that holds none */
  open(
    settings: SessionSettings,
    parts: { readonly clock: Clock; readonly logger: Logger },
  ): Promise<{
    readonly session: Session;
    /** Waits where the session has ended until there is a newer one. @param live sends the session */
    around(live: Fetcher): Fetcher;
  }>;
  /** What scripts of its hosts find in a browser. @throws the same */
  storage(settings: SessionSettings): Promise<BrowserStorage>;
}

/** The sources of URLs besides links, and what they left in the state of a crawl. */
export interface SourcesPort extends FeaturePort {
  /** What they brought to a crawl; undefined where it uses none. */
  readonly countsIn: (state: CrawlState) => readonly SourceCounts[] | undefined;
}

/** The captures of an archive, which a crawl requests instead of pages of hosts. */
export interface CapturesPort {
  /**
   * @param parts `live` requests pages of hosts; `instead` takes the place of the network for the archive as well
   * @throws InputError when the archive does not answer or is none; UsageError; OutputError
   */
  open(
    settings: CrawlSettings,
    parts: {
      readonly live: Fetcher;
      readonly instead: Fetcher | undefined;
      readonly clock: Clock;
      readonly logger: Logger;
      readonly out: string;
    },
  ): Promise<{ readonly fetcher: Fetcher; close(): Promise<void> }>;
}

/** The survey, and what it left in the state of a crawl. */
export interface SurveyPort extends FeaturePort {
  /** The last estimate of a crawl; undefined where it made none. */
  readonly estimateIn: (state: CrawlState) => RemainingPages | undefined;
}

/** Packs the archive of a crawl that has ended in this process; does nothing where it has none. @throws OutputError */
export type PackingPort = (
  out: string,
  surroundings: { readonly logger: Logger; readonly clock: Clock },
) => Promise<void>;

/**
 * Opens what the accepted pages of a crawl say of themselves: what `sfwc extract` has kept, else it is read out of the pages.
 * @throws InputError where the folder does not hold a crawl
 */
export type PageMetadataPort = (folder: string) => Promise<MetadataOfPages>;

/** What pages say of themselves. */
export interface MetadataOfPages {
  /** Undefined where the page is not there. */
  of(event: CrawlEvent): Promise<PageMetadata | undefined>;
  /** The same as the crawl or `sfwc extract` has stored it, without reading the page; undefined where neither has. */
  kept(event: CrawlEvent): Promise<PageMetadata | undefined>;
  /** Changes with what `sfwc extract` has stored; empty where that is nothing. */
  readonly version: string;
  close(): Promise<void>;
}

declare module '../../judging/plugins/ports.js' {
  interface Ports extends FeaturePorts {
    /** Takes over what an earlier crawl knows of pages that have not changed since. */
    readonly unchangedPages: (earlier: EarlierCrawl) => CrawlFeature;
    readonly packing: PackingPort;
    readonly pagesToRate: PagesToRatePort;
    readonly captures: CapturesPort;
    readonly signIn: SignInPort;
    readonly pageMetadata: PageMetadataPort;
  }
}
