import type { z } from 'zod';
import type { TakenAction } from '../../model/steering.js';
import type { Crawl } from './crawl-context.js';
import type { CrawlHooks } from './feature.js';

/** An optional part of a crawl, such as an estimate or a renderer: the engine calls its hooks, and keeps its state. */
export interface CrawlFeature {
  /** Also the name under which its state is kept. */
  readonly name: string;
  /** The form of its state; a state of another form is damaged. Default: any. */
  readonly stateSchema?: z.ZodType;
  /** Content of `crawl.json`. */
  readonly description?: Readonly<Record<string, unknown>>;
  /** Called before anything that an earlier run left is read, but for what people asked. @throws InputError */
  prepare?(actions: readonly TakenAction[]): Promise<void>;
  /** Called once, before the first visit. @param saved the state that an earlier run of the crawl left */
  begin(context: Crawl, saved: unknown): CrawlHooks;
}
