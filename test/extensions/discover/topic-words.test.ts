import { describe, expect, it } from '@jest/globals';
import { createTopicWords, takeSpread, totalWeight } from '../../../src/extensions/discover/topic-words.js';
import { createLinkCounter, linksInText } from '../../../src/extensions/discover/seeds/corpus-links.js';

const words = (text: string): string[] => text.toLowerCase().match(/\p{L}+/gu) ?? [];
const topic = createTopicWords(
  [
    { lemma: 'insulin pump', weight: 3 },
    { lemma: 'insulin', weight: 2 },
    { lemma: 'glucose', weight: 1 },
  ],
  words,
);
const lemmas = (found: readonly { readonly lemma: string }[]): string[] => found.map(({ lemma }) => lemma);

describe('the words of a topic', () => {
  it('are found in texts, phrases by all of their words', () => {
    expect(lemmas(topic.inText('A pump for insulin, and insulin again'))).toEqual([
      'insulin pump',
      'insulin',
    ]);
    expect(lemmas(topic.inText('Pumps of water'))).toEqual([]);
    expect(totalWeight(topic.inText('glucose and insulin'))).toBe(3);
  });

  it('are found in addresses, decoded', () => {
    expect(lemmas(topic.inUrl('http://gluc.example/about-Insulin%20Pump/GlucoseLevels', true))).toEqual([
      'insulin pump',
      'insulin',
      'glucose',
    ]);
  });
});

describe('links of a corpus', () => {
  it('are read out of texts', () => {
    const text =
      'See [the pump](https://a.example/p(1)) or <http://b.example/x>. Or http://c.example/y, say; javascript:x';
    expect(linksInText(text)).toEqual([
      { url: 'https://a.example/p', anchorText: 'the pump' },
      { url: 'http://b.example/x', anchorText: '' },
      { url: 'http://c.example/y', anchorText: '' },
    ]);
  });

  it('are read in time that grows with the text only', () => {
    expect(linksInText('[a'.repeat(50_000))).toEqual([]);
    expect(linksInText(`http://a.example/${'!'.repeat(50_000)}x`)).toHaveLength(1);
  });

  it('are ranked by how many documents link to them and what they say of it', () => {
    const counter = createLinkCounter(topic);
    const link = (url: string, anchorText = ''): { url: string; anchorText: string } => ({ url, anchorText });
    counter.add([link('http://l.example/licence'), link('http://i.example/', 'insulin'), link('/relative')]);
    counter.add([
      link('http://l.example/licence'),
      link('http://l.example/licence#2'),
      link('javascript:go()'),
    ]);
    counter.add([link('http://o.example/')]);
    expect(counter.ranked()).toEqual([
      { url: 'http://i.example/', note: 'linked by 1 document as “insulin”' },
      { url: 'http://l.example/licence', note: 'linked by 2 documents' },
      { url: 'http://o.example/', note: 'linked by 1 document' },
    ]);
  });
});

const value = (item: string): number => Number(item.slice(1));
const group = (item: string): string => item[0] ?? '';

describe('taking items spread over groups', () => {
  it('takes the most valuable first and turns to other groups', () => {
    const items = ['a1.0', 'a0.9', 'a0.8', 'b0.6', 'c0.4'];
    expect(takeSpread(items, { value, group, most: 4 })).toEqual(['a1.0', 'b0.6', 'a0.9', 'c0.4']);
  });
});
