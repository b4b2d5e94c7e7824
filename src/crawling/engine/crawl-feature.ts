import type { z } from 'zod';
import type { TakenAction } from '../../model/steering.js';
import type { CrawlContext } from './crawl-context.js';
import type { ActiveFeature, CrawlHooks } from './feature.js';

/**
 * An optional part of a crawl, such as an estimate or a renderer. The engine does not know what features do: it calls their
 * hooks at the moments of a crawl, and keeps their state.
 */
export interface CrawlFeature {
  /** Also the name under which its state is kept. */
  readonly name: string;
  /** The form of its state; a state of another form is damaged. Default: any. */
  readonly stateSchema?: z.ZodType;
  /** What `crawl.json` says of it. */
  readonly description?: Readonly<Record<string, unknown>>;
  /**
   * Called before anything that an earlier run of the crawl left is read, but for what people asked of it.
   * @throws InputError where the feature cannot continue
   */
  prepare?(actions: readonly TakenAction[]): Promise<void>;
  /**
   * Called once, before the first visit.
   * @param saved the state that an earlier run of the crawl left; undefined where it left none
   */
  begin(context: CrawlContext, saved: unknown): CrawlHooks;
}

/** Begins the features of a crawl. @param saved their states, by name */
export function beginFeatures(
  features: readonly CrawlFeature[],
  context: CrawlContext,
  saved: Readonly<Record<string, unknown>>,
): readonly ActiveFeature[] {
  return features.map((feature) => ({
    ...feature.begin(context, saved[feature.name]),
    name: feature.name,
  }));
}
