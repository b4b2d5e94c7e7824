import { describe, expect, it } from '@jest/globals';
import {
  BEGINNING_WORDS,
  contentOfPage,
  countedWords,
  viewsOf,
} from '../../../src/judging/topic/page-content.js';
import { splitWords } from '../../support/small-training.js';
import { pageWith } from '../../support/small-topic.js';

/** A page of words of five letters, with every word a noun. */
function pageOf(count: number) {
  const { page: empty } = pageWith([]);
  const words = Array.from({ length: count }, (_, index) => `w${String(index).padStart(4, '0')}`);
  const page = { ...empty, title: 'Title', headline: '', text: words.join(' ') };
  const nouns = words.map((lemma, index) => {
    const begin = 'Title\n\n'.length + index * 6;
    return { lemma, begin, end: begin + 5 };
  });
  return { page, nouns: [{ lemma: 'title', begin: 0, end: 5 }, ...nouns] };
}

describe('contentOfPage', () => {
  it('has the headline and the first words of a long page as its beginning, with the nouns there', () => {
    const content = contentOfPage(pageOf(1000), splitWords);
    const { beginning } = content;
    expect(viewsOf(content)).toEqual([content, beginning]);
    expect([...(beginning?.sections.headline.keys() ?? [])]).toEqual(['Title']);
    expect([...(beginning?.sections.body.keys() ?? [])].at(-1)).toBe('w0199');
    expect(beginning && countedWords(beginning)).toBe(BEGINNING_WORDS + 1);
    expect(beginning?.nouns.lemmas).toHaveLength(BEGINNING_WORDS + 1);
    expect(beginning?.nouns.lemmas.slice(0, 2)).toEqual(['title', 'w0000']);
    expect(content.nouns.lemmas).toHaveLength(1001);
  });
});
