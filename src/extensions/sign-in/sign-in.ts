import { stat } from 'node:fs/promises';
import type { SessionSettings, SignInPort } from '../../app/crawl/crawl-ports.js';
import { UsageError } from '../../model/errors.js';
import { shellWord } from '../../support/text/shell-word.js';
import { readState, stateOf } from './browser-state.js';
import { openSession } from './open-session.js';
import { createSignedInFetcher, type RenewableSession } from './signed-in-fetcher.js';

/** The sessions of crawls. */
export const signIn: SignInPort = {
  async open(settings, { clock, logger }) {
    const file = fileOf(settings);
    const session = await openRenewable(file);
    const remedy = (host: string): string => `sfwc login ${host} --browser-state ${shellWord(file)}`;
    return { session, around: (live) => createSignedInFetcher({ live, session, clock, logger, remedy }) };
  },
  async storage(settings) {
    const state = await readState(fileOf(settings));
    return stateOf(state.hosts, state);
  },
};

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
