import type { ArchivedCapture } from '../../model/archived-capture.js';
import type { FetchedResponse } from '../../model/crawl-event.js';
import { FetchError } from '../../model/errors.js';
import type { Exchange } from '../../model/exchange.js';
import { redirectTarget } from '../../web/http/redirects.js';
import type { BringCapture, CapturedResponse } from './captured-response.js';
import { chooseVersions, type Version } from './choose-versions.js';
import type { IndexedCapture } from './choose-captures.js';
import type { TimeWish } from './period.js';

/** Bytes of all versions of a page, decompressed: they are kept until the page has come to its end. */
const MOST_BYTES = 64_000_000;

/** A version that was brought; that by which the page is judged is not brought again. */
export interface BroughtVersion extends Version {
  readonly brought?: CapturedResponse;
  /** Why its capture cannot be read. */
  readonly failure?: FetchError;
}

/** Versions of a page, which are brought one after the other. */
export interface PageVersions {
  /** @throws ServiceError when the archive does not answer any more; Interrupted */
  bring(signal: AbortSignal): AsyncGenerator<BroughtVersion, { readonly left: number }>;
}

/**
 * Versions by the capture that a page was judged by. The engine hands responses on from the fetcher of this extension to its
 * feature, and does not know what they bring besides the page.
 */
const waiting = new WeakMap<ArchivedCapture, PageVersions>();

/** Notes which versions there are besides a capture that was brought. */
export function noteVersions(
  url: string,
  chosen: { readonly captures: readonly IndexedCapture[]; readonly capture: IndexedCapture },
  { archived }: CapturedResponse,
  { bring, wish }: { readonly bring: BringCapture; readonly wish: TimeWish },
): void {
  const { versions, left } = chooseVersions(url, chosen.captures, wish, chosen.capture.timestamp);
  waiting.set(archived, { bring: (signal) => bringAll(versions, left, url, bring, signal) });
}

/** Takes the versions of the page that a response brought; undefined where they are not wanted. */
export function takeVersions({ archived }: Pick<FetchedResponse, 'archived'>): PageVersions | undefined {
  const versions = archived && waiting.get(archived);
  if (archived !== undefined) waiting.delete(archived);
  return versions;
}

async function* bringAll(
  versions: readonly Version[],
  left: number,
  url: string,
  bring: BringCapture,
  signal: AbortSignal,
): AsyncGenerator<BroughtVersion, { readonly left: number }> {
  let bytes = 0;
  let more = left;
  for (const version of versions) {
    if (version.isChosen) yield version;
    else if (bytes > MOST_BYTES) more += 1 + version.again.length;
    else {
      const brought = await bringOne(version, url, bring, signal);
      bytes += brought.brought?.body.length ?? 0;
      yield brought;
    }
  }
  return { left: more };
}

async function bringOne(
  version: Version,
  url: string,
  bring: BringCapture,
  signal: AbortSignal,
): Promise<BroughtVersion> {
  try {
    return { ...version, brought: await bring(version.capture, url, signal) };
  } catch (thrown) {
    if (!(thrown instanceof FetchError)) throw thrown;
    return { ...version, failure: thrown };
  }
}

/** What a capture is to archives: the exchange that it stands for. */
export function exchangeOf(url: string, captured: CapturedResponse): Exchange & { readonly time: number } {
  const { status, headers, head, entity, archived, source, truncated } = captured;
  const contentType = headers['content-type'];
  return {
    ...{ url, request: new Uint8Array(), head, body: entity, status, source },
    ...{ contentType, truncated, time: Date.parse(archived.time) },
  };
}

/** Where a capture redirects to; undefined where it is a page, or redirects to its own address in another spelling. */
export function redirectOf(url: string, { archived, status, headers }: CapturedResponse): string | undefined {
  const target = redirectTarget(archived.url ?? url, status, headers['location']);
  return target === url ? undefined : target;
}
