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

/** A part of a site that is looked up as one. */
export interface Area {
  /** Beginning of the keys in it. */
  readonly prefix: string;
  /** The site or folder as in a query to a CDX server. */
  readonly url: string;
  readonly matchType: 'host' | 'prefix';
}

/** Folders below a host that are looked up as one. */
const DEEPEST = 4;

/** The areas that a URL is in, the largest first: its host, its first folder, … */
export function areasOf(url: string): readonly Area[] {
  const { host, pathname } = new URL(url);
  const key = keyOf(url);
  const begin = key.indexOf(')/') + 2;
  if (begin < 2) return [];
  const areas: Area[] = [{ prefix: key.slice(0, begin), url: host, matchType: 'host' }];
  const path = key.slice(begin).replace(/\?.*$/s, '');
  const folders = pathname.split('/').slice(1, -1);
  let at = 0;
  for (let depth = 1; depth <= Math.min(folders.length, DEEPEST); depth += 1) {
    const slash = path.indexOf('/', at);
    if (slash < 0) break;
    at = slash + 1;
    const folder = `${host}/${folders.slice(0, depth).join('/')}/`;
    areas.push({ prefix: key.slice(0, begin + at), url: folder, matchType: 'prefix' });
  }
  return areas;
}
