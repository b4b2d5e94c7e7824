import {
  boundEngineMemory,
  memoryOfFiles,
  silenceEngine,
} from '../../../knowledge/oxigraph/engine-memory.js';
import { InputError, messageOf, OutputError, SfwcError } from '../../../model/errors.js';
import { Moved, serveThread } from '../../../support/threads/serve-thread.js';
import type { DatasetProtocol } from './dataset-pool.js';

/** A worker thread that holds the dataset and runs one job at a time. */
serveThread<DatasetProtocol>(async ({ files, writable, queryMemory }) => {
  boundEngineMemory(queryMemory * 1e6 + (await memoryOfFiles(files).catch(() => Infinity)));
  silenceEngine();
  // Loads the engine.
  const { openDatasetService } = await import('./dataset-service.js');
  const service = await openDatasetService(files, writable, queryMemory).catch((error: unknown) => {
    throw error instanceof SfwcError ? error : new InputError(messageOf(error));
  });
  return {
    ready: service.files,
    tasks: {
      run: async (job, applied) => {
        const outcome = await service.run(job, applied).catch((error: unknown) => {
          throw error instanceof SfwcError ? error : new OutputError(messageOf(error));
        });
        return outcome.kind === 'text' ? new Moved(outcome, [outcome.body.buffer]) : outcome;
      },
    },
  };
});
