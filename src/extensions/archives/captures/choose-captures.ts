import type { CdxCapture } from '../../../web/archive/cdxj.js';
import { REVISIT_TYPE } from '../../../web/archive/warc-records.js';

/** A time as archives write it: 14 digits from the first instant to the last one, both included. */
interface Period {
  readonly first: string;
  readonly last: string;
}

/** Which captures of a page may be taken, and near which time they should be. */
export interface TimeWish {
  readonly from?: string;
  readonly to?: string;
  /** Undefined: the latest. */
  readonly at?: Period;
}

/** A year, month, day or instant, as settings write it, as the period that it stands for: `2026-10`. */
export function periodOf(time: string): Period {
  const digits = time.replace(/\D/g, '');
  const [year, month] = [Number(digits.slice(0, 4)), Number(digits.slice(4, 6) || '12')];
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const last = `${String(year).padStart(4, '0')}${String(month).padStart(2, '0')}${lastDay}235959`;
  return {
    first: `${digits}${'00000101000000'.slice(digits.length)}`,
    last: `${digits}${last.slice(digits.length)}`,
  };
}

/** A timestamp of 14 digits in milliseconds since the epoch; NaN for what is none. */
export function instantOf(timestamp: string): number {
  return Date.parse(timestamp.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3T$4:$5:$6Z'));
}

/** Milliseconds between a timestamp and a period; 0 within it. */
function distanceTo(timestamp: string, { first, last }: Period): number {
  if (timestamp >= first && timestamp <= last) return 0;
  return Math.abs(instantOf(timestamp) - instantOf(timestamp < first ? first : last));
}

/** A capture in an index: its time is known, in 14 digits. */
export type IndexedCapture = CdxCapture & { readonly timestamp: string };

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
  { from = '', to = '9', at }: TimeWish,
): readonly IndexedCapture[] {
  const fitting = captures.filter(({ timestamp, url: own, status = 0 }) => {
    const isRedirect = status >= 300 && status < 400;
    return timestamp >= from && timestamp <= to && (own === url || !isRedirect);
  });
  const usable = fitting.filter(isUsable);
  const chosen = usable.length > 0 ? usable : fitting.filter(isError);
  const far = ({ timestamp }: IndexedCapture): number => (at === undefined ? 0 : distanceTo(timestamp, at));
  const isOwn = (capture: IndexedCapture): number => Number(capture.url === url);
  return chosen.sort(
    (a, b) => far(a) - far(b) || Number(b.timestamp) - Number(a.timestamp) || isOwn(b) - isOwn(a),
  );
}

/** True if a capture is of a page or of a redirect. */
function isUsable(capture: CdxCapture): boolean {
  const { status } = capture;
  return isRevisit(capture) || status === undefined || (status >= 200 && status < 400 && status !== 304);
}

/** A server that was busy is not an answer about the page. */
function isError({ status = 0 }: CdxCapture): boolean {
  return status >= 400 && status !== 429 && status !== 503;
}
