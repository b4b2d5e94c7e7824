import { parseUrl } from '../../support/parse-url.js';

/** Meaning of the value of a refresh. */
export interface DeclarativeRefresh {
  /** Whole seconds until the refresh. */
  readonly seconds: number;
  /** The target, resolved; the document itself where the value names none. */
  readonly url: URL;
}

/** Time, then the end or a separator, with the rest of the value. `(?!\d)` keeps it linear: digits are divided one way only. */
const TIME_AND_REST = /^[\t\n\f\r ]*(?:(\d+)(?!\d)|(?=\.))[\d.]*(?:$|(?=[;,\t\n\f\r ]))([^]*)$/;
const SEPARATOR = /^[\t\n\f\r ]*[;,]?[\t\n\f\r ]*/;
/** A partial `url=` belongs to the address. */
const URL_PREFIX = /^url[\t\n\f\r ]*=[\t\n\f\r ]*/i;

/**
 * Reads the `content` of a refresh, or the value of a `Refresh` header.
 *
 * Source: "shared declarative refresh steps" of the HTML standard, steps 2 to 11.
 *
 * @param documentUrl what stands for a missing target
 * @param base what relative targets start from
 * @returns undefined where the standard ignores the value; targets of `javascript:` are among these
 */
export function readRefresh(
  value: string,
  documentUrl: string,
  base: string,
): DeclarativeRefresh | undefined {
  const [matched, time = '0', rest = ''] = TIME_AND_REST.exec(value) ?? [];
  if (matched === undefined) return undefined;
  const written = rest.replace(SEPARATOR, '');
  const url = written === '' ? parseUrl(documentUrl) : parseUrl(targetOf(written), base);
  return url === undefined || url.protocol === 'javascript:' ? undefined : { seconds: Number(time), url };
}

/** Quotes count after `url=`, and at the beginning where nothing of `url=` stands. */
function targetOf(written: string): string {
  const prefix = URL_PREFIX.exec(written)?.[0] ?? '';
  if (prefix === '' && /^u/i.test(written)) return written;
  const target = written.slice(prefix.length);
  const quote = target.charAt(0);
  if (quote !== '"' && quote !== "'") return target;
  return target.slice(1).split(quote, 1).join('');
}
