import type { z } from 'zod';
import type { TakenAction } from '../../model/steering.js';
import type { CrawlContext } from './crawl-context.js';
import type { CrawlState } from './crawl-types.js';
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
  /** Content of `crawl.json`. */
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

/** Slots of the engine's own state, next to those of features. */
const OWN_STATE: Readonly<Record<keyof CrawlState, true>> = {
  ...{ sequence: true, startedAt: true, time: true, seconds: true },
  ...{ tally: true, scope: true, archive: true, stored: true, rejudging: true },
};

/**
 * Begins the features of a crawl.
 * @param saved their states, by name
 * @throws RangeError for a name that two features have, or that the state of the engine has
 */
export function beginFeatures(
  features: readonly CrawlFeature[],
  context: CrawlContext,
  saved: Readonly<Record<string, unknown>>,
): readonly ActiveFeature[] {
  const names = new Set(Object.keys(OWN_STATE));
  for (const { name } of features) {
    if (names.has(name))
      throw new RangeError(`a feature of a crawl cannot be called '${name}': the name is taken`);
    names.add(name);
  }
  return features.map((feature) => ({
    ...feature.begin(context, saved[feature.name]),
    name: feature.name,
  }));
}
