import type { WordReader } from '../model/topic.js';
import { parseUrl } from '../support/parse-url.js';
import { unescapePercent } from '../support/text/escapes.js';

/**
 * The words of an address, in base form: what stands between characters that are not letters, escapes undone.
 * @param host whether the words of the host's name are among them
 */
export function urlWords(url: string, words: WordReader, host: boolean): readonly string[] {
  const parsed = parseUrl(url);
  if (parsed === undefined) return [];
  const path = unescapePercent(`${parsed.pathname} ${parsed.search}`);
  const named = host ? `${parsed.hostname} ${path}` : path;
  // An underscore is a letter to nobody but programmers; capitals within a word begin another.
  return words(named.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replace(/[^\p{L}\p{M}]+/gu, ' '));
}
