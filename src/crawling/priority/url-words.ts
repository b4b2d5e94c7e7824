import type { WordReader } from '../../model/topic.js';
import { parseUrl } from '../../support/parse-url.js';
import { unescapePercent } from '../../support/text/escapes.js';

/**
 * The words of a URL in base form: decoded, and split at all characters that are not letters.
 * @param host whether to include the words of the host name
 */
export function urlWords(url: string, words: WordReader, host: boolean): readonly string[] {
  const parsed = parseUrl(url);
  if (parsed === undefined) return [];
  const path = unescapePercent(`${parsed.pathname} ${parsed.search}`);
  const named = host ? `${parsed.hostname} ${path}` : path;
  // Underscores separate words, and capitals within a word begin another.
  return words(named.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replace(/[^\p{L}\p{M}]+/gu, ' '));
}
