import { openServedKnowledgeBase } from '../serving/served-knowledge-base.js';
import type { ServeSettings } from '../config/settings.js';
import { UsageError } from '../model/errors.js';
import { createServerApp } from './app.js';
import { isLoopback } from '../support/loopback.js';
import { listen, type Listening } from './listen.js';

/** The world around a server. */
export interface ServeSurroundings {
  /** Told what an operator should know. */
  readonly onNote: (note: string) => void;
  /** The compiled worker; for tests. */
  readonly script?: URL;
}

/**
 * Serves knowledge bases until it is closed.
 * @param places folders of knowledge bases, or files of single topics
 * @throws UsageError for changes without a token; InputError for files and the address
 */
export async function serve(
  places: readonly string[],
  settings: ServeSettings,
  { onNote, script }: ServeSurroundings,
): Promise<Listening> {
  const {
    host,
    port,
    crawl,
    writable,
    token,
    workers,
    timeout,
    maxRows,
    maxWaiting,
    maxQuery,
    maxUpload,
    cors,
  } = settings;
  if (writable && token === undefined) {
    throw new UsageError('--writable needs a token', {
      hint: 'set SFWC_TOKEN to a long secret; clients send it as Authorization: Bearer …',
    });
  }
  if (!isLoopback(host)) onNote(`${host} can be reached from other machines, and reading needs no password`);
  const pool = await openServedKnowledgeBase({
    places,
    crawls: crawl,
    writable,
    workers,
    timeout,
    maxWaiting,
    onNote,
    ...(script === undefined ? {} : { script }),
  });
  try {
    const app = createServerApp({
      pool,
      host,
      token: writable ? token : undefined,
      maxRows,
      maxQuery,
      maxUpload,
      cors,
    });
    const listening = await listen(app, host, port);
    return {
      address: listening.address,
      close: async () => {
        pool.close();
        await listening.close();
      },
    };
  } catch (error) {
    pool.close();
    throw error;
  }
}
