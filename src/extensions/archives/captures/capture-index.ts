import { getSurt } from 'warcio';
import { parseUrl } from '../../../support/parse-url.js';
import type { IndexedCapture } from './choose-captures.js';

/** Captures of a URL in an archive. */
export interface CaptureIndex {
  /**
   * The captures of a URL, also of its other spellings (`http:`, `www.`).
   * @throws FetchError when this look-up gets no answer; ServiceError when the archive does not answer any more; OutputError
   */
  find(url: string, signal: AbortSignal | undefined): Promise<readonly IndexedCapture[]>;
  /** The captures of a URL at one moment, also outside of the window that is crawled. @throws as find */
  findAt(url: string, timestamp: string, signal: AbortSignal | undefined): Promise<readonly IndexedCapture[]>;
}

/** The key of a URL in indexes: host reversed, scheme and `www.` left out (SURT). */
export function keyOf(url: string): string {
  return getSurt(parseUrl(url)?.href ?? url);
}

/** The beginning of the keys of all URLs of a host; undefined for what has no host. */
export function hostPrefix(url: string): string | undefined {
  const key = keyOf(url);
  const begin = key.indexOf(')/') + 2;
  return begin < 2 ? undefined : key.slice(0, begin);
}
