import type { FetchedResponse, QueuedUrl, ReasonCode } from '../../model/crawl-event.js';
import { messageOf, SfwcError } from '../../model/errors.js';
import type { PageReading } from '../../model/page-reading.js';
import type { Rights } from '../../model/rights.js';
import type { Judgement } from '../../model/topic.js';
import { verdictBy } from '../../model/verdict-by-threshold.js';
import { given } from '../../support/given.js';
import { sha256 } from '../../support/hash.js';
import { isHtml, isSuccess, whyNotHtml } from '../../support/text/content-type.js';
import { sketchOf, sketchText } from '../../support/text/text-sketch.js';
import { NoAnswerError } from '../../support/threads/thread-errors.js';
import { without } from '../../support/without.js';
import { isSampled } from '../pages/accepted-pages.js';
import type { CrawlContext } from './crawl-context.js';
import {
  described,
  firstAnswer,
  type ActiveFeature,
  type Answer,
  type ConvertedResponse,
  type ReadResponse,
  type Refusal,
} from './feature.js';
import { findLinks, linksOf, linksOfCopy, saidOf } from './link-decisions.js';
import { readResponse } from './read-response.js';
import type { Outcome } from './recorder.js';
import { overruled } from './rejudging.js';
import { withHeaders, readRobotsTag } from '../../web/page/rights.js';

/** The address after redirects, where it differs, as a part of an event. */
export type FinalUrl = Pick<Outcome, 'finalUrl'>;

/**
 * Decides what becomes of a URL whose request was answered: its page is read and judged, and its links are collected.
 * @param onHostFree called whenever another visit may be begun
 * @throws InputError or QueryError when the knowledge base does not answer
 */
export async function judgeResponse(
  entry: QueuedUrl,
  response: FetchedResponse,
  finalUrl: FinalUrl,
  context: CrawlContext,
  onHostFree: () => void = () => undefined,
): Promise<Outcome> {
  const answer = {
    ...{ fetched: true, ...finalUrl, status: response.status },
    contentType: response.headers['content-type'],
    ...validatorsOf(response),
    ...given({ archived: response.archived }),
  };
  if (response.status === 304) {
    for (const feature of context.features) {
      const outcome = await feature.unchanged?.(entry, answer);
      if (outcome !== undefined) return outcome;
    }
  }
  if (!isSuccess(response.status))
    return { ...answer, state: 'failed', code: 'http-status', message: `HTTP status ${response.status}` };
  const measured = { ...answer, bytes: response.body.length, truncated: response.truncated };
  let converted: ConvertedResponse | undefined;
  if (!isHtml(response)) {
    for (const feature of context.features) {
      const made = await feature.convert?.(response, onHostFree);
      if (made === undefined) continue;
      if ('state' in made) return { ...measured, ...made };
      converted = made;
      break;
    }
    if (converted === undefined)
      return { ...answer, state: 'skipped', code: 'not-html', message: whyNotHtml(response) };
  }
  try {
    const found = await readResponse(entry, response, context, onHostFree, converted);
    const { rendered, source } = found;
    return { ...measured, ...(await judgeRead(entry, response, answer, found, context)), rendered, source };
  } catch (thrown) {
    // The knowledge base does not answer: not the fault of this page, and the same would befall all others.
    if (thrown instanceof SfwcError) throw thrown;
    return { ...measured, state: 'failed', code: unreadableCode(thrown), message: messageOf(thrown) };
  }
}

/** The code for a page that could not be read or judged, by what was thrown. */
function unreadableCode(thrown: unknown): ReasonCode {
  if (!(thrown instanceof NoAnswerError)) return 'unreadable';
  if (thrown.reason === 'timeout') return 'too-slow';
  return thrown.reason === 'died' ? 'crashed' : 'unreadable';
}

async function judgeRead(
  entry: QueuedUrl,
  { url, body: received, headers }: FetchedResponse,
  answer: Answer,
  found: ReadResponse,
  context: CrawlContext,
): Promise<Omit<Outcome, 'fetched'>> {
  const { read, body } = found;
  const { page } = read;
  const sketch = sketchOf(page);
  const { refusal, canonicalUrl } = context.known.pageWatch.look(entry.url, page, sketch);
  const canonical = { canonicalUrl };
  const skipped = { state: 'skipped', ...canonical, reading: found.reading } as const;
  if (refusal?.code === 'soft-404') return { ...skipped, ...refusal };
  const tag = readRobotsTag(headers['x-robots-tag'], context.plan.productToken);
  const stated = withHeaders(page.rights, headers, url, tag.ai);
  const rights = { rights: rightsOf(stated, url, context.features) };
  const refused = refusalOf(rights.rights, context.features);
  if (refused !== undefined) return { ...skipped, ...refused, ...rights };
  if (refusal !== undefined) {
    const follow = await linksOfCopy(entry, refusal.resembles, { read, tag, body }, context);
    return { ...skipped, ...refusal, ...rights, ...follow };
  }
  const own = verdictBy(context.deciding.acceptance, await read.judge(saidOf(entry)));
  const reading = { reading: await readingOf(found, own.accepted, entry, context) };
  const judgement = overruled(own, context.steering.verdictOn(entry.url));
  const finding = findLinks(page, context);
  const distinct = finding instanceof Promise ? await finding : finding;
  const { links, ...follow } = linksOf(entry, page, judgement, { tag, body }, context, distinct);
  // The page asks not to be kept: it was judged for the sake of its links, and nothing of its content stays.
  if (page.robots.noIndex || tag.noIndex) {
    const message = 'the page asks not to be indexed';
    return { ...follow, ...reading, state: 'skipped', code: 'no-index', message };
  }
  const shape = {
    ...follow,
    ...(judgement.reason.otherLanguage !== undefined && { code: 'other-language' as const }),
    ...{ checksum: sha256(received), title: page.title, ...reading, ...rights, judgement, links },
    ...canonical,
  };
  if (!judgement.accepted) {
    // Read again, the page could not tell what its header said about links.
    const aside = !tag.noFollow && mayBeWanted(entry.url, judgement, context);
    return { state: 'done', ...shape, page, body, aside };
  }
  const describing = described(context.features, () => ({
    event: { ...entry, ...answer, ...rights, time: new Date(context.parts.clock.now()).toISOString() },
    body,
    page,
  }));
  const said = describing && (await describing);
  context.known.pageWatch.accepted({ url: entry.url, sketch });
  const fingerprint = given({ fingerprint: context.plan.nearDuplicates ? sketchText(sketch) : undefined });
  return { state: 'done', ...shape, ...said, ...fingerprint, page, body };
}

/** True if a rejected page may be accepted later, or is one of the sample. */
function mayBeWanted(
  url: string,
  judgement: Judgement,
  { deciding, progress }: Pick<CrawlContext, 'deciding' | 'progress'>,
): boolean {
  return (
    deciding.acceptance?.mayAccept(judgement) === true ||
    judgement.reason.overruled !== undefined ||
    isSampled(url, progress.tally.done)
  );
}

/** The reading of a page; of a rendered one, with whether that paid: it brought links, or the page as it came has another verdict. */
async function readingOf(
  { reading, before }: ReadResponse,
  accepted: boolean,
  entry: QueuedUrl,
  { deciding }: Pick<CrawlContext, 'deciding'>,
): Promise<PageReading | undefined> {
  if (reading === undefined || before === undefined) return reading;
  const asItCame = verdictBy(deciding.acceptance, await before.judge(saidOf(entry)));
  return { ...reading, paid: asItCame.accepted !== accepted };
}

/** By what the server recognises this version. Of a body that broke off there is nothing: the whole version has the same. */
function validatorsOf({ headers, truncated }: FetchedResponse): Pick<Outcome, 'validators'> {
  const { etag, 'last-modified': lastModified } = headers;
  if ((etag === undefined && lastModified === undefined) || truncated !== undefined) return {};
  return { validators: { etag, lastModified } };
}

/** Reservation of a host for some of its addresses. */
export type Reservation = Pick<Rights, 'tdmReserved' | 'tdmPolicy'>;

/**
 * Adds the reservation and the policy of a host to the statements of a page and its response about its use, if these state none
 * (TDM Reservation Protocol, section "Processing priority"). A policy does not count where nothing is reserved (section
 * "tdm-policy").
 */
export function withHostRules(
  rights: Rights | undefined,
  ofHost: Reservation | undefined,
): Rights | undefined {
  const all = { ...ofHost, ...rights };
  const counting = all.tdmReserved === false ? without(all, 'tdmPolicy') : all;
  return Object.keys(counting).length === 0 ? undefined : counting;
}

/** Statements of a page, its response and its host about its use. @param stated by the page and its response */
export function rightsOf(
  stated: Rights | undefined,
  url: string,
  features: readonly ActiveFeature[],
): Rights | undefined {
  return withHostRules(
    stated,
    firstAnswer(features, (feature) => feature.hostRights?.(url)),
  );
}

/** Why a page with these rights is skipped; undefined where it is not. */
export function refusalOf(
  rights: Rights | undefined,
  features: readonly ActiveFeature[],
): Refusal | undefined {
  return firstAnswer(features, (feature) => feature.refuses?.(rights));
}
