import { openServedKnowledgeBase } from './datasets/served-knowledge-base.js';
import type { ServeSettings } from './serve-settings.js';
import { createServerApp } from './app.js';
import { isLoopback } from '../../support/parse-url.js';
import { listen, type Listening } from './listen.js';

/** The environment of a server. */
export interface ServeDeps {
  /** Called with messages for the operator. */
  readonly onNote: (note: string) => void;
  /** The compiled worker; for tests. */
  readonly script?: URL;
}

/**
 * Serves knowledge bases until it is closed.
 * @param places folders of knowledge bases, or files of single topics
 * @throws InputError for files and the address
 */
export async function serve(
  places: readonly string[],
  settings: ServeSettings,
  { onNote, script }: ServeDeps,
): Promise<Listening> {
  const { host, port, crawl } = settings;
  if (!isLoopback(host)) onNote(`${host} can be reached from other machines, and reading needs no password`);
  const pool = await openServedKnowledgeBase({
    ...settings,
    timeout: settings.queryTimeout,
    places,
    crawls: crawl,
    onNote,
    script,
  });
  try {
    const search = { crawls: crawl, seconds: settings.queryTimeout, maxWaiting: settings.maxWaiting };
    const app = createServerApp({ ...settings, pool, search });
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
