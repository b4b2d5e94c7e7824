import type { CdxCapture } from '../../../web/archive/cdx-answers.js';
import { REVISIT_TYPE } from '../../../web/archive/warc-records.js';
import { distanceTo, type TimeWish } from './period.js';

/** A capture in an index: its time is known, and where it was found. */
export interface IndexedCapture extends CdxCapture {
  /** 14 digits. */
  readonly timestamp: string;
  /** The part of the archive whose index named it. */
  readonly collection?: string;
}

/** True if a capture says only that a payload was the same as an earlier one. */
export function isRevisit({ mime }: CdxCapture): boolean {
  return mime === REVISIT_TYPE;
}

/**
 * The captures that may stand for a URL, the best first: within the window, nearest to the wished time, else the latest; a
 * page before an error that was captured nearer. Errors are left out where the archive has anything else, and captures of
 * the other spellings of an address (`http:`, `www.`) where they redirect, as they do to the address itself.
 */
export function chooseCaptures(
  url: string,
  captures: readonly IndexedCapture[],
  wish: TimeWish,
): readonly IndexedCapture[] {
  const within = captures.filter(({ timestamp }) => isWithin(timestamp, wish));
  const fitting = within.filter((capture) => capture.url === url || !isRedirect(capture));
  const usable = fitting.filter(isUsable);
  const chosen = usable.length > 0 ? usable : fitting.filter(isError);
  return chosen.sort((a, b) => rank(a, b, url, wish));
}

/** True if a capture is of a page or of a redirect. */
export function isUsable(capture: CdxCapture): boolean {
  const { status } = capture;
  return isRevisit(capture) || status === undefined || (status >= 200 && status < 400 && status !== 304);
}

/** A server that was busy is not an answer about the page. */
function isError({ status = 0 }: CdxCapture): boolean {
  return status >= 400 && status !== 429 && status !== 503;
}

function isRedirect({ status = 0 }: CdxCapture): boolean {
  return status >= 300 && status < 400;
}

/** True if a time is within the window. */
export function isWithin(timestamp: string, { from, to }: TimeWish): boolean {
  return (from === undefined || timestamp >= from) && (to === undefined || timestamp <= to);
}

function rank(a: IndexedCapture, b: IndexedCapture, url: string, { at }: TimeWish): number {
  const nearer = at === undefined ? 0 : distanceTo(a.timestamp, at) - distanceTo(b.timestamp, at);
  if (nearer !== 0) return nearer;
  if (a.timestamp !== b.timestamp) return a.timestamp < b.timestamp ? 1 : -1;
  return Number(b.url === url) - Number(a.url === url);
}
