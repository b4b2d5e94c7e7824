import { stat } from 'node:fs/promises';
import type { SessionSettings } from '../../app/crawl/setup/network.js';
import type { Fetcher } from '../../model/crawl-event.js';
import { UsageError } from '../../model/errors.js';
import type { BrowserStorage } from '../../model/rendering.js';
import type { Session } from '../../model/session.js';
import type { Logger } from '../../support/logger.js';
import { shellWord } from '../../support/text/shell-word.js';
import type { Clock } from '../../support/time/clock.js';
import { readState, stateOf } from './browser-state.js';
import { openSession } from './open-session.js';
import { createSignedInFetcher, type RenewableSession } from './signed-in-fetcher.js';

/** A session of a crawl. */
interface SignedIn {
  readonly session: Session;
  /** Waits where the session has ended until there is a newer one. @param live sends the session */
  around(live: Fetcher): Fetcher;
}

/** Opens a session for a crawl. @throws UsageError; InputError for a file that holds none */
export async function openSignIn(
  settings: SessionSettings,
  { clock, logger }: { readonly clock: Clock; readonly logger: Logger },
): Promise<SignedIn> {
  const file = fileOf(settings);
  const session = await openRenewable(file);
  const remedy = (host: string): string => `sfwc login ${host} --browser-state ${shellWord(file)}`;
  return { session, around: (live) => createSignedInFetcher({ live, session, clock, logger, remedy }) };
}

/** What scripts of its hosts find in a browser. @throws as {@link openSignIn} */
export async function signedInStorage(settings: SessionSettings): Promise<BrowserStorage> {
  const state = await readState(fileOf(settings));
  return stateOf(state.hosts, state);
}

/** @throws UsageError for settings that do not go together */
function fileOf({ browserState = '', web, fromWarc }: SessionSettings): string {
  if (web !== undefined || fromWarc.length > 0)
    throw new UsageError('--browser-state cannot be given together with --web and --from-warc', {
      hint: 'nothing is requested there',
    });
  return browserState;
}

/** A session that follows its file. @throws InputError */
async function openRenewable(file: string): Promise<RenewableSession> {
  const read = async () => {
    const { mtimeMs: saved } = await stat(file).catch(() => ({ mtimeMs: 0 }));
    const state = await readState(file);
    return { session: openSession(state.hosts, stateOf(state.hosts, state)), saved };
  };
  let current = await read();
  return {
    covers: (url) => current.session.covers(url),
    cookiesFor: (url) => current.session.cookiesFor(url),
    take: (url, setCookies) => current.session.take(url, setCookies),
    async renew() {
      const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: current.saved }));
      if (mtimeMs === current.saved) return false;
      current = await read();
      return true;
    },
  };
}
