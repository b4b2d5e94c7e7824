import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { once } from 'node:events';
import { corpusStanding, type CorpusStanding } from './corpus-standing.js';
import type { CorpusThreadAnswer } from './corpus-thread.js';
import { Problem } from '../problem.js';

/** Milliseconds that a check may take. */
const MAX_TIME = 120_000;
/** Megabytes of memory of a check. */
const MEMORY = 1500;

/** Checks folders of texts; one that has not changed is not read again. */
export interface CorpusChecks {
  /** @throws Problem 503 where the check takes too long or fails */
  of(folder: string): Promise<CorpusStanding>;
}

/** Checks in threads, because documents of people may take long to read. */
export function createCorpusChecks(): CorpusChecks {
  const known = new Map<string, { readonly signature: string; readonly standing: Promise<CorpusStanding> }>();
  return {
    async of(folder) {
      const signature = await signatureOf(folder);
      if (signature === '') return corpusStanding([], []);
      const before = known.get(folder);
      if (before?.signature === signature) return before.standing;
      const standing = checkInThread(folder);
      known.set(folder, { signature, standing });
      standing.catch(() => known.delete(folder));
      return standing;
    },
  };
}

/** Signature of a folder of texts, which changes with them; empty without files. */
async function signatureOf(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const lines = await Promise.all(
    files.sort().map(async (file) => {
      const { size, mtimeMs } = await stat(file).catch(() => ({ size: 0, mtimeMs: 0 }));
      return `${file} ${size} ${mtimeMs}`;
    }),
  );
  return lines.join('\n');
}

async function checkInThread(folder: string): Promise<CorpusStanding> {
  const worker = new Worker(new URL('./corpus-thread.js', import.meta.url), {
    workerData: { folder },
    resourceLimits: { maxOldGenerationSizeMb: MEMORY },
  });
  try {
    const signal = AbortSignal.timeout(MAX_TIME);
    const [{ standing, problem }] = (await once(worker, 'message', { signal }).catch((thrown: unknown) => {
      const why = signal.aborted ? `takes more than ${MAX_TIME / 1000} seconds` : String(thrown);
      throw new Problem(503, `the check of the texts failed: ${why}`);
    })) as [CorpusThreadAnswer];
    if (standing === undefined) throw new Problem(503, `the texts cannot be read: ${problem ?? ''}`);
    return standing;
  } finally {
    await worker.terminate();
  }
}
