import type { FeatureModule } from '../../app/crawl/feature-module.js';
import type { CrawlContext } from '../../crawling/engine/crawl-context.js';
import type { CrawlFeature } from '../../crawling/engine/crawl-feature.js';
import { convertResponse, type VersionsRead } from '../../crawling/engine/feature.js';
import { refusalOf, rightsOf } from '../../crawling/engine/page-rights.js';
import type { Outcome } from '../../crawling/engine/recorder.js';
import { isSoft404 } from '../../crawling/pages/page-watch.js';
import { verdictBy } from '../../model/verdict-by-threshold.js';
import { MAX_URL_LENGTH, type FetchedResponse } from '../../model/crawl-event.js';
import { FetchError, messageOf, SfwcError } from '../../model/errors.js';
import type { DatedExchange } from '../../model/exchange.js';
import type { Page } from '../../model/page.js';
import type { PageVersion } from '../../model/page-version.js';
import type { Judgement } from '../../model/topic.js';
import { given } from '../../support/given.js';
import { isHtml, isSuccess, whyNotHtml } from '../../support/text/content-type.js';
import { without } from '../../support/without.js';
import { withHeaders } from '../../web/page/rights-headers.js';
import { readRobotsTag } from '../../web/page/robots-tag.js';
import type { CapturedResponse } from './captured-response.js';
import { createNounChanges, type NounChanges } from './noun-changes.js';
import {
  exchangeOf,
  redirectOf,
  takeVersions,
  type BroughtVersion,
  type PageVersions,
} from './page-versions.js';
import { instantOf } from './period.js';

/** Pages whose other versions are not read either: they ask not to be kept, or not to be used. */
const RESERVED: ReadonlySet<string | undefined> = new Set(['no-index', 'tdm-reserved']);

/** Characters of the reason why a version was not judged. */
const LONGEST_MESSAGE = 300;

/** Judges the versions of pages that an archive has. Their links are not followed, and strategies do not hear of them. */
const versionsFeature: CrawlFeature = {
  name: 'versions',
  begin: (context) => ({
    versions(response, outcome, signal) {
      const versions = takeVersions(response);
      if (versions === undefined || RESERVED.has(outcome.code)) return undefined;
      return readVersions(versions, response, outcome, context, signal);
    },
  }),
};

/** The feature, for the list of features. */
export const versions: FeatureModule = { open: () => versionsFeature };

async function readVersions(
  versions: PageVersions,
  response: FetchedResponse,
  outcome: Outcome,
  context: CrawlContext,
  signal: AbortSignal,
): Promise<VersionsRead> {
  const nouns = createNounChanges();
  const isArchived = context.parts.record.archive !== undefined;
  const exchanges: DatedExchange[] = [];
  const found: PageVersion[] = [];
  const bringing = versions.bring(signal);
  for (;;) {
    const next = await bringing.next();
    if (next.done === true)
      return { versions: found, exchanges, ...given({ capturesLeft: next.value.left || undefined }) };
    const version = next.value;
    const judged =
      version.brought === undefined
        ? unread(version, outcome, nouns)
        : await judgeVersion(version.brought, response.url, context, nouns);
    found.push({ ...timesOf(version), ...judged });
    if (isArchived && version.brought !== undefined && !RESERVED.has(judged.code))
      exchanges.push(exchangeOf(response.url, version.brought));
  }
}

function timesOf({ capture, again, brought }: BroughtVersion): Pick<PageVersion, 'time' | 'again'> {
  const iso = (timestamp: string): string => new Date(instantOf(timestamp)).toISOString();
  const time = brought === undefined ? iso(capture.timestamp) : new Date(brought.archived.time).toISOString();
  return { time, ...(again.length === 0 ? {} : { again: again.map(iso) }) };
}

/** What is said of a version. */
type Said = Omit<PageVersion, 'time' | 'again'>;

/** The version that the page was judged by, and versions whose capture is damaged. */
function unread({ failure }: BroughtVersion, outcome: Outcome, nouns: NounChanges): Said {
  if (failure !== undefined) return { code: failure.failure, message: brief(failure.message) };
  const { status, code, message, page, judgement } = outcome;
  const changed = page !== undefined && judgement !== undefined ? nouns.next(page, judgement) : {};
  return given({ chosen: true as const, status, code, message, ...changed });
}

async function judgeVersion(
  captured: CapturedResponse,
  url: string,
  context: CrawlContext,
  nouns: NounChanges,
): Promise<Said> {
  const { status, headers, body } = captured;
  const where = { status, archived: without(captured.archived, 'archive', 'time') };
  try {
    const redirectsTo = redirectOf(url, captured);
    if (redirectsTo !== undefined) return { ...where, ...redirection(redirectsTo) };
    const read = await readVersion({ url, status, headers, body }, context);
    if ('code' in read) return { ...where, code: read.code, message: brief(read.message) };
    const { accepted, score } = read.judgement;
    return { ...where, accepted, score, ...nouns.next(read.page, read.judgement) };
  } catch (thrown) {
    // The knowledge base does not answer: not the fault of this version.
    if (thrown instanceof SfwcError && !(thrown instanceof FetchError)) throw thrown;
    return { ...where, code: 'unreadable', message: brief(messageOf(thrown)) };
  }
}

/** Pages may have titles, and indexes names of files, of any length. */
function brief(message: string): string {
  return message.slice(0, LONGEST_MESSAGE);
}

function redirection(target: string): Said {
  if (target.length <= MAX_URL_LENGTH) return { redirectsTo: target };
  return { code: 'unreadable', message: `redirects to an address of ${target.length} characters` };
}

/** Reads and judges a version as the page that it was, without rendering it. */
async function readVersion(
  response: FetchedResponse,
  context: CrawlContext,
): Promise<
  { readonly code: string; readonly message: string } | { readonly page: Page; readonly judgement: Judgement }
> {
  const { plan, features, parts, deciding } = context;
  const { url, status, headers } = response;
  const { judge } = parts.judging;
  if (!isSuccess(status)) return { code: 'http-status', message: `HTTP status ${status}` };
  let { body } = response;
  if (!isHtml(response)) {
    const converted = await convertResponse(features, response, () => undefined);
    if (converted === undefined) return { code: 'not-html', message: whyNotHtml(response) };
    if ('state' in converted) return { code: converted.code, message: converted.message };
    ({ body } = converted);
  }
  const read = await judge.read(body, url, headers['content-type'] ?? '');
  const { page } = read;
  if (isSoft404(page)) return { code: 'soft-404', message: page.title };
  const tag = readRobotsTag(headers['x-robots-tag'], plan.productToken);
  const rights = rightsOf(withHeaders(page.rights, headers, url, tag.ai), url, features);
  const refused = refusalOf(rights, features);
  if (refused !== undefined) return refused;
  if (page.robots.noIndex || tag.noIndex)
    return { code: 'no-index', message: 'the page asks not to be indexed' };
  return { page, judgement: verdictBy(deciding.acceptance, await read.judge()) };
}
