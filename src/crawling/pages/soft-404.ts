import type { Page } from '../../model/page.js';
import { wordsOf } from '../../support/text/text-sketch.js';

/** A page with more text than that says something else as well. */
const [MOST_WORDS, MAX_CHARACTERS] = [200, 10_000];

/** "Not found" as sites put it, in the languages most pages are written in. */
const NOT_FOUND = [
  '(?:page|file|document|url|content|resource|article|site) (?:(?:was |is |could |can ?)?not|can.t|could ?n.t|was ?n.t) (?:be )?found',
  'page (?:does(?: not|n.t)|no longer) exists?',
  'seite (?:wurde |konnte )?nicht gefunden',
  'page (?:non trouvée|introuvable)',
  'p[áa]gina (?:no|n[ãa]o) (?:encontrada|existe)',
  'pagina (?:non trovata|niet gevonden)',
  'nie znaleziono strony',
  'страница не найдена',
  'ページが見つかりません',
  '页面不存在|找不到页面|页面未找到',
  '(?:error|fehler|erreur) 404',
  '404 (?:error|fehler|not found|page|file)',
];
const SAYS_NOT_FOUND = new RegExp(`(?:${NOT_FOUND.join('|')})`, 'iu');
/** A title that says nothing else. */
const IS_NOT_FOUND = /^(?:(?:error|http)[ -]*)?404[ !.]*$|^not found[ !.]*$/iu;

/**
 * True for a page that says it was not found, though the status was one of success: by its title or its main heading,
 * and only where there is little other text. Random addresses of the host are not requested for comparison: that would
 * be one more request to each host, while such pages are seldom about any topic.
 */
export function isSoft404({ title, headline, text }: Pick<Page, 'title' | 'headline' | 'text'>): boolean {
  const [, heading = ''] = headline.split('\n');
  const says = [title, heading].some((line) => {
    const plain = line.replace(/[\s\u00A0:|–—-]+/g, ' ').trim();
    return IS_NOT_FOUND.test(plain) || SAYS_NOT_FOUND.test(plain);
  });
  return says && text.length <= MAX_CHARACTERS && wordsOf(text).length <= MOST_WORDS;
}
