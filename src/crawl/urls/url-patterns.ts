import { messageOf, UsageError } from '../../model/errors.js';
import { escapeRegExp } from '../../support/text/escapes.js';

/**
 * A pattern of addresses: between slashes (`/…/`, `/…/i`) a regular expression that is looked for anywhere in the
 * address, else a text that the whole address has to fit, in which `*` stands for anything, also nothing.
 * @throws UsageError naming the pattern
 */
export function urlPattern(pattern: string): (url: string) => boolean {
  const [, expression, flags] = /^\/(.+)\/(i?)$/s.exec(pattern) ?? [];
  if (expression === undefined) {
    const escaped = pattern.split(/\*+/).map(escapeRegExp).join('.*');
    const whole = new RegExp(`^${escaped}$`, 'su');
    return (url) => whole.test(url);
  }
  try {
    const anywhere = new RegExp(expression, `${flags ?? ''}u`);
    return (url) => anywhere.test(url);
  } catch (thrown) {
    throw new UsageError(`the pattern ${pattern} is not a regular expression: ${messageOf(thrown)}`, {
      hint: 'without slashes around it, only * is special',
      cause: thrown,
    });
  }
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
