import type { RenderedVersion } from '../../model/archive.js';
import type { FetchedResponse } from '../../model/crawl-event.js';
import type { DatedExchange } from '../../model/exchange.js';
import type { ReadPage } from '../../model/judging.js';
import type { PageReading } from '../../model/page-reading.js';
import { isHtml } from '../../support/text/content-type.js';
import type { FeatureModule } from '../../app/crawl/feature-module.js';
import { createAside, type Crawl, type CrawlFeature } from '../../crawling/engine/crawl-context.js';
import type { ReadResponse } from '../../crawling/engine/feature.js';
import { createRenderChoice } from './render-choice.js';
import type { CrawlSettings } from '../../app/settings/settings.js';
import { HostHold, HostLost } from '../../crawling/politeness/host-hold.js';
import { hostOf } from '../../crawling/urls/urls.js';
import { UsageError } from '../../model/errors.js';
import { RenderError, type PageRenderer, type RenderedPage, type RenderTask } from './page-renderer.js';
import type { Logger } from '../../support/logger.js';
import { takeTurns } from '../../support/take-turns.js';
import { retryAfter } from '../../support/time/retry-after.js';
import { readCookieFile } from '../../web/http/cookie-file.js';
import { createPageRenderer } from './browser-renderer.js';
import { isRoot, lookForBrowser } from './find-browser.js';

const LIMITS = { seconds: 20, requests: 50, bytes: 10_000_000, memory: 512 };

/** Visits that may wait for the browser without keeping others from being begun. */
const MAX_ASIDE = 24;

/** Says if every HTML page is rendered, not only shells where it pays; and by what, when the first page is to be. */
interface Rendering {
  readonly every: boolean;
  readonly renderer: () => Promise<PageRenderer | undefined>;
}

/** The rendering of pages, as the settings say; in stored webs, where time is simulated, there is none. */
export const rendering: FeatureModule = {
  /** Refuses a crawl that is to render every page and cannot. */
  async refuseUnfit({ render, web }) {
    if (render !== 'always') return;
    if (web !== undefined)
      throw new UsageError('--render always cannot be given together with --web', {
        hint: 'time is simulated there, and scripts take time; leave out --render',
      });
    const found = await lookForBrowser();
    if (typeof found !== 'string') throw new UsageError(found.why, { hint: found.hint });
  },
  open(settings, { logger }, own) {
    if (settings.render === 'never' || settings.web !== undefined) return undefined;
    let opened: Promise<PageRenderer | undefined> | undefined;
    own({ close: async () => (await opened)?.close() });
    // A browser is looked for when the first page needs it, and what came of that is said once.
    const renderer = () => (opened ??= openRenderer(settings, logger));
    return renderingFeature({ every: settings.render === 'always', renderer });
  },
};

async function openRenderer(settings: CrawlSettings, logger: Logger): Promise<PageRenderer | undefined> {
  const { userAgent, cookies: file } = settings;
  const program = await lookForBrowser();
  if (typeof program !== 'string') {
    logger.info(`pages that scripts fill are read as they come: ${program.why}; ${program.hint}`);
    return undefined;
  }
  const cookies = file === undefined ? [] : await readCookieFile(file);
  logger.info(`rendering with ${program}`);
  const sandbox = !isRoot();
  return createPageRenderer({ program, sandbox, limits: LIMITS, userAgent, cookies, logger });
}

/**
 * Renders pages that scripts fill, where that is chosen (`render-choice.ts`). A page whose rendering fails, or shows less than
 * its HTML does, is read as it came.
 */
export function renderingFeature({ every, renderer }: Rendering): CrawlFeature {
  return {
    name: 'rendering',
    begin(context) {
      const choice = createRenderChoice(every);
      const inTurn = takeTurns();
      // A page that waits for the browser makes room for another visit, and goes by what those before it brought.
      const aside = createAside(MAX_ASIDE, context);
      /** @throws Error when the page cannot be read, or the crawl is interrupted */
      const read = async (response: FetchedResponse, plain: ReadResponse) => {
        const decision = choice.decide(plain.read.page);
        if (decision !== 'render') return notRendered(plain, decision);
        try {
          return await rendered(response, plain, context, renderer);
        } catch (thrown) {
          if (!(thrown instanceof RenderError)) throw thrown;
          return notRendered(plain, thrown.failure);
        }
      };
      return {
        async read(response, plain) {
          if (!isHtml(response) || (!every && plain.read.page.shell === undefined)) return plain;
          return aside(() => inTurn(() => read(response, plain)));
        },
        ended: (event) => choice.note(event),
      };
    },
  };
}

function notRendered(plain: ReadResponse, unrendered: 'as-it-is' | PageReading['unrendered']): ReadResponse {
  if (unrendered === 'as-it-is') return plain;
  const { signs = [] } = plain.read.page.shell ?? {};
  const { from = 'html' } = plain.reading ?? {};
  return { ...plain, reading: { from, signs, unrendered } };
}

/** @throws RenderError; Error when the crawl is interrupted */
async function rendered(
  response: FetchedResponse,
  plain: ReadResponse,
  context: Crawl,
  open: Rendering['renderer'],
): Promise<ReadResponse> {
  const { deps, cut } = context;
  const renderer = await open();
  if (renderer === undefined) throw new RenderError('no-browser');
  const exchanges: DatedExchange[] = [];
  const ask = createScriptRequests(context, exchanges);
  const made = await renderer.render({ response, ask, signal: cut.signal });
  const version = { body: made.body, time: deps.clock.now(), exchanges };
  const { url, headers } = response;
  return better(plain, await deps.judge.read(made.body, url, headers['content-type'] ?? ''), made, version);
}

/** The better of two readings of a page: the rendered one, unless it shows less. */
function better(
  plain: ReadResponse,
  after: ReadPage,
  { body, requests, bytes }: RenderedPage,
  version: RenderedVersion,
): ReadResponse {
  const before = plain.read.page;
  const known = new Set(before.links.map((link) => link.url));
  const links = after.page.links.filter((link) => !known.has(link.url)).length;
  const characters = Math.max(0, after.page.text.length - before.text.length);
  const cost = { signs: before.shell?.signs ?? [], brought: { characters, links }, requests, bytes };
  // Scripts that fail may take away what was there.
  const isWorse = after.page.text.length < before.text.length / 2;
  if (isWorse || (links === 0 && characters === 0)) {
    const { from = 'html' } = plain.reading ?? {};
    return { ...plain, reading: { from, ...cost, paid: false }, rendered: version };
  }
  const read = { read: after, body, rendered: version };
  if (links > 0) return { ...read, reading: { from: 'rendered', ...cost, paid: true } };
  return { ...read, reading: { from: 'rendered', ...cost }, before: plain.read };
}

/** A request of a script that is refused. */
class ScriptRequestRefused extends Error {}

/**
 * Requests what scripts of a page ask for, by the rules for pages: one request to a host at a time, with its pause; robots.txt;
 * hosts that are busy or blocked are left alone; addresses as the HTTP client allows them. The scope does not count, since
 * scripts and data often lie on other hosts, nor do these requests count as pages.
 * @param exchanges gets what goes over the wire, where that is archived
 */
function createScriptRequests(context: Crawl, exchanges: DatedExchange[]): RenderTask['ask'] {
  const { fetcher, archive, clock } = context.deps;
  const capture = () => {
    const time = clock.now();
    return (exchange: Omit<DatedExchange, 'time'>) => void exchanges.push({ ...exchange, time });
  };
  return async (asked, maxBytes, signal) => {
    const hold = new HostHold(context, signal);
    const enterHost = async (target: string): Promise<void> => {
      // Another worker of a shared crawl may take the host meanwhile: many pages have their scripts from the same host.
      while (!(await enter(target, hold, context, signal))) signal.throwIfAborted();
    };
    try {
      await enterHost(asked);
      const response = await fetcher.fetch(asked, {
        ...{ signal, maxBytes, accept: '*/*', onRedirect: enterHost },
        ...(archive === undefined ? {} : { capture }),
      });
      const { status, url, headers } = response;
      // A host that is overloaded rests, as after a page.
      if (status === 429 || status === 503)
        hold.putOff(context.busyHosts.busy(hostOf(url), url, retryAfter(headers['retry-after'], clock)).wait);
      return response;
    } finally {
      hold.free();
    }
  };
}

/** Takes the host of an address; false where it became another worker's. @throws ScriptRequestRefused; Error when interrupted */
async function enter(
  url: string,
  hold: HostHold,
  { deps: { robots, crew }, steering, politeness, busyHosts }: Crawl,
  signal: AbortSignal,
): Promise<boolean> {
  const host = hostOf(url);
  if (steering.blockedBy(url) !== undefined || busyHosts.givenUp(host)) throw new ScriptRequestRefused(url);
  hold.free();
  const rest = crew === undefined ? 0 : await crew.reach(host, signal);
  if (rest === undefined) throw new ScriptRequestRefused(url);
  if (rest > 0) politeness.putOff(host, rest);
  try {
    await hold.moveTo(url);
    if (!robots.knows(url)) {
      await hold.loadRobots(url);
      await hold.moveTo(url);
    }
    if (!robots.decide(url).allowed) throw new ScriptRequestRefused(url);
    hold.heedDelay(url);
    await hold.ask();
    return true;
  } catch (thrown) {
    if (thrown instanceof HostLost) return false;
    throw thrown;
  }
}
