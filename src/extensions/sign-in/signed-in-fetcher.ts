import { FetchError, messageOf } from '../../model/errors.js';
import type { FetchedResponse, Fetcher, FetchOptions } from '../../model/crawl-event.js';
import type { Session } from '../../model/session.js';
import type { Logger } from '../../support/logger.js';
import type { Clock } from '../../support/time/clock.js';
import { isSignInPage, signsOut } from './sign-in-page.js';

/** A session that can be replaced by a newer one. */
export interface RenewableSession extends Session {
  /** Takes over what was saved since; whether anything was. @throws InputError for a file that cannot be used */
  renew(): Promise<boolean>;
}

/** What a fetcher of a session works with. */
export interface SignedInParts {
  readonly live: Fetcher;
  readonly session: RenewableSession;
  readonly clock: Clock;
  readonly logger: Logger;
  /** What to do when the session of a host has ended, in words. */
  readonly remedy: (host: string) => string;
}

/** Milliseconds before a request that tells whether the session has ended, and between two looks for a newer one. */
const PAUSE = { before: 1_000, between: 2_000 };

/**
 * Fetches with a session, and notices when it has ended: a host sends its sign-in page in place of content. To be sure, it requests the
 * last page again that was content. Then requests to this host wait until the person has signed in again; other hosts continue. Addresses
 * that would end the session are not requested.
 */
export function createSignedInFetcher({ live, session, clock, logger, remedy }: SignedInParts): Fetcher {
  /** The last page of each host that was none for signing in. */
  const good = new Map<string, string>();
  const remember = ({ url, status }: FetchedResponse, host: string): void => {
    if (status === 200) good.set(host, url);
  };

  async function hasEnded(host: string, options: FetchOptions): Promise<boolean> {
    const known = good.get(host);
    if (known === undefined) return true;
    await clock.sleep(PAUSE.before, options.signal);
    const { signal, maxBytes } = options;
    return isSignInPage(await live.fetch(known, { signal, maxBytes }));
  }

  async function renewed(host: string, signal: AbortSignal | undefined): Promise<void> {
    logger.warn(`${host} asks to sign in again, and waits: ${remedy(host)}`);
    let problem = '';
    while (signal?.aborted !== true) {
      await clock.sleep(PAUSE.between, signal);
      try {
        if (await session.renew()) break;
      } catch (thrown) {
        const message = messageOf(thrown);
        if (message !== problem) logger.warn(message);
        problem = message;
      }
    }
    signal?.throwIfAborted();
    logger.info(`${host} continues with the new session`);
  }

  return {
    async fetch(url, options = {}) {
      if (!session.covers(url)) return live.fetch(url, options);
      if (signsOut(url)) throw new FetchError('signs-out', url, `${url} ends the session`);
      const { host } = new URL(url);
      for (;;) {
        const response = await live.fetch(url, options);
        if (!isSignInPage(response)) {
          remember(response, host);
          return response;
        }
        if (!(await hasEnded(host, options))) return response;
        await renewed(host, options.signal);
      }
    },
  };
}
