import { boundEngineMemory, memoryOfFiles, silenceEngine } from '../../../knowledge/oxigraph/store-limit.js';
import { InputError, messageOf, SfwcError } from '../../../model/errors.js';
import { serveThread } from '../../../support/threads/serve-thread.js';
import type { DatasetProtocol } from './dataset-pool.js';

/** A worker thread that holds the dataset and runs one job at a time. */
serveThread<DatasetProtocol>(async ({ files, queryMemory }) => {
  boundEngineMemory(queryMemory * 1e6 + (await memoryOfFiles(files).catch(() => Infinity)));
  silenceEngine();
  // Loads the engine.
  const { openDatasetService } = await import('./dataset-service.js');
  const service = await openDatasetService(files, queryMemory).catch((error: unknown) => {
    throw error instanceof SfwcError ? error : new InputError(messageOf(error));
  });
  return {
    open: () => undefined,
    run: service,
  };
});
