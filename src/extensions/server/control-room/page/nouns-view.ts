import type { Nouns } from './api.js';
import { h, percent, renew, shown } from './dom-elements.js';
import { panel, table, type Room, type View } from './page-parts.js';
import { newTerms } from './terms-view.js';

/** The nouns that the reasons for accepted pages name, and those of the topic that they do not. */
export function nouns(room: Room): View {
  const { api, attempt } = room;
  const list = h('div', {}, 'loading …');
  const proposals = newTerms(room);
  const content = h('div', {}, proposals, list);
  void attempt(async () => {
    const { met, total, missing, coverage } = await api.get<Nouns>('nouns');
    renew(
      list,
      h(
        'p',
        {},
        `${shown(total)} nouns count in favour of accepted pages.`,
        coverage === undefined
          ? ''
          : ` They are ${percent(coverage)} of the nouns that occur in the most documents of the topic's corpus.`,
      ),
      h(
        'div',
        { class: 'panels' },
        panel(
          'Met',
          table(
            'nouns of accepted pages',
            ['Noun', 'Accepted pages', 'Corpus documents'],
            met.map(({ noun, pages, documents }) => [noun, shown(pages), shown(documents)]),
            [1, 2],
          ),
        ),
        panel(
          'Not met so far',
          missing === undefined
            ? h('p', { class: 'quiet' }, 'The knowledge base of the crawl is not in a folder here.')
            : table(
                'nouns of the topic that no accepted page has',
                ['Noun', 'Corpus documents'],
                missing.map(({ noun, documents }) => [noun, shown(documents)]),
                [1],
              ),
        ),
      ),
    );
  });
  return { content };
}
