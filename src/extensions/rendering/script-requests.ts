import type { FetchedResponse } from '../../model/crawl-event.js';
import type { DatedExchange } from '../../model/exchange.js';
import type { RenderTask } from '../../model/rendering.js';
import { retryAfter } from '../../support/time/retry-after.js';
import type { CrawlContext } from '../../crawling/engine/crawl-context.js';
import { holdHost, HostLost, type HostHold } from '../../crawling/politeness/host-hold.js';
import { hostOf } from '../../crawling/urls/urls.js';

/** A request of a script that is refused. */
class ScriptRequestRefused extends Error {}

/**
 * Requests what scripts of a page ask for, by the rules for pages: one request to a host at a time, with its pause; robots.txt;
 * hosts that are busy or blocked are left alone; addresses as the HTTP client allows them. The scope does not count, since
 * scripts and data often lie on other hosts, nor do these requests count as pages.
 * @param exchanges gets what goes over the wire, where that is archived
 * @param onHostFree called whenever a host was given back
 */
export function createScriptRequests(
  context: CrawlContext,
  exchanges: DatedExchange[],
  onHostFree: () => void,
): RenderTask['ask'] {
  const { parts, hosts } = context;
  const { fetcher } = parts;
  const { archive } = parts;
  const { clock } = parts;
  const capture = (): ((exchange: Omit<DatedExchange, 'time'>) => void) => {
    const time = clock.now();
    return (exchange) => void exchanges.push({ ...exchange, time });
  };
  return async (url, maxBytes, signal) => {
    const hold = holdHost(undefined, { politeness: hosts.politeness, parts, signal }, onHostFree);
    try {
      await enterUntilHeld(url, hold, context, signal);
      const response = await fetcher.fetch(url, {
        signal,
        maxBytes,
        accept: '*/*',
        onRedirect: (target) => enterUntilHeld(target, hold, context, signal),
        ...(archive === undefined ? {} : { capture }),
      });
      heedBusy(response, hold, context);
      return response;
    } finally {
      hold.free();
    }
  };
}

/**
 * As {@link enter}, again where another worker of a shared crawl took the host meanwhile: many pages have their scripts from the
 * same host. @throws ScriptRequestRefused; Error when interrupted
 */
async function enterUntilHeld(...of: Parameters<typeof enter>): Promise<void> {
  for (;;) {
    try {
      await enter(...of);
      return;
    } catch (thrown) {
      const [, , , signal] = of;
      if (!(thrown instanceof HostLost) || signal.aborted) throw thrown;
    }
  }
}

/** Takes the host of an address that may be requested now. @throws ScriptRequestRefused; HostLost; Error when interrupted */
async function enter(
  url: string,
  hold: HostHold,
  { parts: { robots, crew }, steering, hosts }: Pick<CrawlContext, 'parts' | 'steering' | 'hosts'>,
  signal: AbortSignal,
): Promise<void> {
  const host = hostOf(url);
  if (steering.blockedBy(url) !== undefined || hosts.busyHosts.givenUp(host))
    throw new ScriptRequestRefused(url);
  hold.free();
  const rest = crew === undefined ? 0 : await crew.reach(host, signal);
  if (rest === undefined) throw new ScriptRequestRefused(url);
  if (rest > 0) hosts.politeness.putOff(host, rest);
  await hold.moveTo(url);
  if (!robots.knows(url)) {
    await hold.loadRobots(url);
    await hold.moveTo(url);
  }
  if (!robots.decide(url).allowed) throw new ScriptRequestRefused(url);
  hold.heedDelay(url);
  await hold.ask();
}

/** A host that is overloaded rests, as after a page. */
function heedBusy(
  { status, url, headers }: FetchedResponse,
  hold: HostHold,
  { hosts, parts: { clock } }: Pick<CrawlContext, 'hosts' | 'parts'>,
): void {
  if (status !== 429 && status !== 503) return;
  hold.putOff(hosts.busyHosts.busy(hostOf(url), url, retryAfter(headers['retry-after'], clock)).wait);
}
