import { InputError, messageOf, SfwcError } from '../../../model/errors.js';
import { serveThread } from '../../../support/threads/serve-thread.js';
import { openArena } from './arena.js';
import type { CompareProtocol } from './comparison-pool.js';

/** A worker thread of a comparison: runs one job after the other in its own copy of the web. */
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

/** Any failure of a comparison is due to its input. */
function asInputError(error: unknown): never {
  throw error instanceof SfwcError ? error : new InputError(messageOf(error));
}
