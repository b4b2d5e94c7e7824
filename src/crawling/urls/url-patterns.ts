import { createRequire } from 'node:module';
import type * as re2 from 're2js';
import { messageOf, UsageError } from '../../model/errors.js';
import { once } from '../../support/once.js';

const openRe2 = once(() => createRequire(import.meta.url)('re2js') as typeof re2);

/**
 * A pattern of addresses: between slashes (`/…/`, `/…/i`) a regular expression that is looked for anywhere in the address,
 * else a text that all of it has to fit, in which `*` stands for anything. Addresses come from hostile pages, so both take
 * linear time: expressions are those of RE2. @throws UsageError
 */
export function urlPattern(pattern: string): (url: string) => boolean {
  const [, expression, flags] = /^\/(.+)\/(i?)$/s.exec(pattern) ?? [];
  if (expression === undefined) return textWithStars(pattern);
  try {
    const { RE2JS } = openRe2();
    if (/\\k</.test(expression)) throw new SyntaxError('it refers back to a group');
    const options = flags === 'i' ? RE2JS.CASE_INSENSITIVE : 0;
    const compiled = RE2JS.compile(RE2JS.translateRegExp(expression), options);
    return (url) => compiled.test(url);
  } catch (thrown) {
    throw new UsageError(`the pattern ${pattern} is not a regular expression: ${messageOf(thrown)}`, {
      hint: 'without slashes around it, only * is special; in place of (?!…), exclude addresses',
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

/** True for addresses that fit one of `include`, where there are any, and none of `exclude`. @throws UsageError */
export function urlFilter(include: readonly string[], exclude: readonly string[]): (url: string) => boolean {
  const [wanted, unwanted] = [include.map(urlPattern), exclude.map(urlPattern)];
  return (url) =>
    (wanted.length === 0 || wanted.some((fits) => fits(url))) && !unwanted.some((fits) => fits(url));
}
