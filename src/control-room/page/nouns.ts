import type { NounRow } from './api.js';
import { h, shown } from './elements.js';
import { table, type Room, type View } from './parts.js';

/** The nouns that the reasons for accepted pages name. */
export function nouns({ api }: Room): View {
  const content = h('div', {}, 'loading …');
  void api.get<readonly NounRow[]>('nouns').then((rows) =>
    content.replaceChildren(
      h('p', {}, `${shown(rows.length)} nouns speak for accepted pages.`),
      table(
        'nouns',
        ['Noun', 'Accepted pages', 'Corpus documents'],
        rows.map(({ noun, pages: count, documents }) => [noun, shown(count), shown(documents)]),
        [1, 2],
      ),
    ),
  );
  return { content };
}
