import { messageOf, UsageError } from '../../model/errors.js';
import { linearRegExp } from '../../support/text/linear-regexp.js';

/**
 * A pattern of addresses: between slashes (`/…/`, `/…/i`) a regular expression that is looked for anywhere in the
 * address, else a text that the whole address has to fit, in which `*` stands for anything, also nothing. Addresses come from
 * hostile pages, so both are matched in time proportional to their length.
 * @throws UsageError naming the pattern
 */
export function urlPattern(pattern: string): (url: string) => boolean {
  const [, expression, flags] = /^\/(.+)\/(i?)$/s.exec(pattern) ?? [];
  if (expression === undefined) return textWithStars(pattern);
  try {
    return linearRegExp(expression, flags === 'i');
  } catch (thrown) {
    throw new UsageError(`the pattern ${pattern} is not a regular expression: ${messageOf(thrown)}`, {
      hint: 'without slashes around it, only * is special',
      cause: thrown,
    });
  }
}

/** A text that the whole of another has to fit, in which `*` stands for anything. */
export function textWithStars(pattern: string): (url: string) => boolean {
  const [begin = '', ...parts] = pattern.split(/\*+/);
  const end = parts.pop();
  if (end === undefined) return (url) => url === begin;
  return (url) => {
    // Between two stars, the first place where a part fits is as good as any later one.
    if (!url.startsWith(begin) || !url.endsWith(end)) return false;
    const limit = url.length - end.length;
    let place = begin.length;
    for (const part of parts) {
      const found = url.indexOf(part, place);
      if (found < 0) return false;
      place = found + part.length;
    }
    return place <= limit;
  };
}

/**
 * True for addresses that fit one of `include`, where there are any, and none of `exclude`.
 * @throws UsageError naming the invalid pattern
 */
export function urlFilter(include: readonly string[], exclude: readonly string[]): (url: string) => boolean {
  const wanted = include.map(urlPattern);
  const unwanted = exclude.map(urlPattern);
  return (url) =>
    (wanted.length === 0 || wanted.some((fits) => fits(url))) && !unwanted.some((fits) => fits(url));
}
