import { InputError, Interrupted, messageOf } from '../../../model/errors.js';
import type { OnWait } from '../../../model/wait.js';
import { withoutCredentials } from '../../../support/without-credentials.js';
import type { MadeSearch } from './harvest-candidates.js';
import type { HarvestParts, HarvestPlan } from './harvest-types.js';

/** The searches that the engine answered. */
export interface Searched {
  readonly made: readonly MadeSearch[];
  /** Present where the engine stopped answering: what it said. */
  readonly failure?: string;
}

/**
 * Makes the searches, one after the other. When the engine stops answering, those that were made count, and it is said.
 * @param goOn whether there is something to do without any search
 * @throws InputError when the engine does not answer the first search and there is nothing else to do
 */
export async function makeSearches(
  { engine, logger }: Pick<HarvestParts, 'engine' | 'logger'>,
  { searches, top }: Pick<HarvestPlan, 'searches' | 'top'>,
  goOn: boolean,
  surroundings: {
    readonly signal?: AbortSignal;
    readonly onSearch: (made: MadeSearch) => void;
    readonly onWait?: OnWait;
  },
): Promise<Searched> {
  const made: MadeSearch[] = [];
  for (const [place, query] of searches.entries()) {
    if (surroundings.signal?.aborted === true) break;
    const detail = `search ${place + 1} of ${searches.length}`;
    surroundings.onWait?.(`waiting for an answer of ${withoutCredentials(engine.name)}`, { detail });
    try {
      const search = { query, hits: await engine.search(query, top) };
      made.push(search);
      surroundings.onSearch(search);
    } catch (thrown) {
      if (thrown instanceof Interrupted) break;
      if (!(thrown instanceof InputError) || (made.length === 0 && !goOn)) throw thrown;
      const hint = thrown.hint === undefined ? '' : ` (${thrown.hint})`;
      const failure = `${messageOf(thrown)}${hint}`;
      logger.warn(
        `${failure}; ${made.length} of ${searches.length} searches were made, and what they found is used`,
      );
      return { made, failure };
    }
  }
  return { made };
}
