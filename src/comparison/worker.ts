import { InputError, messageOf, SfwcError } from '../model/errors.js';
import { serveThread } from '../threads/serve-thread.js';
import { openArena } from './arena.js';
import type { CompareProtocol } from './pool.js';

/** A worker thread of a comparison: crawls, one job after the other, in a web of its own. */
serveThread<CompareProtocol>(async (settings, call) => {
  const arena = await openArena(settings).catch(asInputError);
  return {
    ready: undefined,
    tasks: {
      crawl: ({ job, known }) =>
        arena.run(job, known, () => void call('fetched', undefined)).catch(asInputError),
    },
  };
});

/** What fails in a comparison fails for what it was given. */
function asInputError(error: unknown): never {
  throw error instanceof SfwcError ? error : new InputError(messageOf(error));
}
