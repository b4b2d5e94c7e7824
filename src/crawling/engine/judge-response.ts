import { REASONS, type FetchedResponse, type QueuedUrl, type ReasonCode } from '../../model/crawl-event.js';
import { messageOf, SfwcError } from '../../model/errors.js';
import type { PageReading } from '../../model/page-reading.js';
import { verdictBy } from '../../model/verdict-by-threshold.js';
import { given } from '../../support/given.js';
import { sha256 } from '../../support/hash.js';
import { isHtml, isSuccess, whyNotHtml } from '../../support/text/content-type.js';
import { sketchText } from '../../support/text/text-sketch.js';
import { NoAnswerError } from '../../support/threads/thread-errors.js';
import { obstructionOf, type Obstruction } from '../../web/page/obstruction.js';
import { readRobotsTag, withHeaders } from '../../web/page/rights.js';
import { withUsage } from '../politeness/content-usage.js';
import { isSampled } from '../pages/accepted-pages.js';
import type { Crawl } from './crawl-context.js';
import { described, firstAnswer, rightsOf, type ConvertedResponse, type ReadResponse } from './feature.js';
import { linksOf, linksOfCopy, saidOf } from './link-decisions.js';
import type { Outcome } from './recorder.js';
import { overruled } from './rejudging.js';

/** Reads and judges the page of a response. @throws InputError or QueryError when the knowledge base does not answer */
export async function judgeResponse(
  entry: QueuedUrl,
  response: FetchedResponse,
  finalUrl: Pick<Outcome, 'finalUrl'>,
  context: Crawl,
): Promise<Outcome> {
  const { features } = context;
  const { status, headers, archived } = response;
  const answer = {
    ...{ fetched: true, ...finalUrl, status, contentType: headers['content-type'] },
    ...{ ...validatorsOf(response), ...given({ archived }) },
  };
  const known = status === 304 ? firstAnswer(features, ({ recognise }) => recognise?.(entry)) : undefined;
  const unchanged = await known?.unchanged(answer);
  if (unchanged !== undefined) return unchanged;
  if (!isSuccess(status))
    return { ...answer, state: 'failed', code: 'http-status', message: `HTTP status ${status}` };
  const measured = { ...answer, bytes: response.body.length, truncated: response.truncated };
  let converted: ConvertedResponse | undefined;
  for (const feature of isHtml(response) ? [] : features) {
    const made = await feature.convert?.(response).run(response);
    if (made === undefined) continue;
    if ('state' in made) return { ...measured, ...made };
    converted = made;
    break;
  }
  if (converted === undefined && !isHtml(response))
    return { ...answer, state: 'skipped', code: 'not-html', message: whyNotHtml(response) };
  try {
    const found = await readResponse(entry, response, context, converted);
    const { rendered, source } = found;
    const obstruction = obstructionOf(response, found.read.page);
    if (obstruction !== undefined) return { ...measured, ...obstructed(obstruction) };
    return { ...measured, ...(await judgeRead(entry, response, answer, found, context)), rendered, source };
  } catch (thrown) {
    // The knowledge base does not answer: not the fault of this page, and the same would befall all others.
    if (thrown instanceof SfwcError) throw thrown;
    return { ...measured, state: 'failed', code: unreadableCode(thrown), message: messageOf(thrown) };
  }
}

/** The code for a page that could not be read or judged, by what was thrown. */
function unreadableCode(thrown: unknown): ReasonCode {
  const reason = thrown instanceof NoAnswerError ? thrown.reason : undefined;
  return reason === 'timeout' ? 'too-slow' : reason === 'died' ? 'crashed' : 'unreadable';
}

/** By what the server recognises this version. Of a body that broke off there is nothing: the whole version has the same. */
function validatorsOf({ headers, truncated }: FetchedResponse): Pick<Outcome, 'validators'> {
  const { etag, 'last-modified': lastModified } = headers;
  if ((etag === undefined && lastModified === undefined) || truncated !== undefined) return {};
  return { validators: { etag, lastModified } };
}

/** Reads a response, or the HTML that was made of it, as the features of the crawl have it. */
async function readResponse(
  entry: QueuedUrl,
  response: FetchedResponse,
  { deps, features }: Crawl,
  converted: ConvertedResponse | undefined,
): Promise<ReadResponse> {
  const { url, headers } = response;
  const { body } = converted ?? response;
  const known = { linkedFrom: saidOf(entry) };
  const read = await deps.judge.read(body, url, headers['content-type'] ?? '', known);
  if (converted !== undefined) return { read, ...converted };
  let found: ReadResponse = { read, body };
  for (const feature of features) found = (await feature.read?.(response, found)) ?? found;
  return found;
}

/** The outcome of an answer that is not the page. */
export function obstructed(code: Obstruction): Pick<Outcome, 'state' | 'code' | 'message'> {
  return { state: code === 'challenged' ? 'failed' : 'skipped', code, message: REASONS[code] };
}

async function judgeRead(
  entry: QueuedUrl,
  { url, body: received, headers }: FetchedResponse,
  answer: Omit<Outcome, 'state'>,
  found: ReadResponse,
  context: Crawl,
): Promise<Omit<Outcome, 'fetched'>> {
  const { plan, pageWatch, steering, acceptance, features, tally, deps } = context;
  const { read, body } = found;
  const { page, sketch } = read;
  const { refusal, canonicalUrl } = pageWatch.look(entry.url, page, sketch);
  const skipped = { state: 'skipped', canonicalUrl, reading: found.reading } as const;
  if (refusal?.code === 'soft-404') return { ...skipped, ...refusal };
  const tag = readRobotsTag(headers['x-robots-tag'], plan.productToken);
  const stated = withUsage(withHeaders(page.rights, headers, url, tag.ai), headers, deps.robots.usage(url));
  const { refusal: reserved, ...rights } = rightsOf(features, url, stated);
  if (reserved !== undefined) return { ...skipped, ...reserved, ...rights };
  const source = { ...tag, body, reading: found.reading };
  if (refusal !== undefined) {
    const { resembles } = refusal;
    const follow = resembles === undefined ? {} : await linksOfCopy(entry, resembles, read, source, context);
    return { ...skipped, ...refusal, ...rights, ...follow };
  }
  const own = verdictBy(acceptance, await read.judge(saidOf(entry)));
  const reading = { reading: await readingOf(found, own.accepted, entry, context) };
  const judgement = overruled(own, steering.verdictOn(entry.url));
  const { links, ...follow } = linksOf(entry, page, judgement, source, plan);
  // The page asks not to be kept: it was judged for its links, and only these stay, with the words of and around them.
  if (page.robots.noIndex || tag.noIndex) {
    const message = 'the page asks not to be indexed';
    return { ...follow, ...reading, state: 'skipped', code: 'no-index', message };
  }
  const shape = {
    ...follow,
    ...(judgement.reason.otherLanguage !== undefined && { code: 'other-language' as const }),
    ...{ checksum: sha256(received), title: page.title, ...reading, ...rights },
    ...{ judgement, links, canonicalUrl },
  };
  if (!judgement.accepted) {
    // The page may be accepted later, or is one of the sample. Read again, it could not tell what its header said about links.
    const mayBe = acceptance?.mayAccept(judgement) === true || judgement.reason.overruled !== undefined;
    const aside = !tag.noFollow && (mayBe || isSampled(entry.url, tally.now.states.done));
    return { state: 'done', ...shape, page, body, aside };
  }
  const time = new Date(context.deps.clock.now()).toISOString();
  const said = await described(features, { event: { ...entry, ...answer, ...rights, time }, body, page });
  pageWatch.accepted({ url: entry.url, sketch });
  const fingerprint = given({ fingerprint: plan.nearDuplicates ? sketchText(sketch) : undefined });
  return { state: 'done', ...shape, ...said, ...fingerprint, page, body };
}

/** The reading of a page; of a rendered one, with whether that paid: it brought links, or the page as it came has another verdict. */
async function readingOf(
  { reading, before }: ReadResponse,
  accepted: boolean,
  entry: QueuedUrl,
  { acceptance }: Crawl,
): Promise<PageReading | undefined> {
  if (reading === undefined || before === undefined) return reading;
  const asItCame = verdictBy(acceptance, await before.judge(saidOf(entry)));
  return { ...reading, paid: asItCame.accepted !== accepted };
}
