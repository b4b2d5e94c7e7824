import { describe, expect, it } from '@jest/globals';
import { createTopicWords, totalWeight } from '../../../../src/extensions/discover/seeding/topic-words.js';
import { pickCaptures } from '../../../../src/extensions/discover/seeding/pick-captures.js';
import { createLinkCounter, linksInText } from '../../../../src/extensions/discover/seeding/corpus-links.js';

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
    expect(lemmas(topic.inUrl('http://gluc.example/about-Insulin%20Pump/GlucoseLevels'))).toEqual([
      'insulin pump',
      'insulin',
      'glucose',
    ]);
  });
});

describe('captures of an archive', () => {
  it('are picked by their words and spread over sections', () => {
    const section = [1, 2, 3].map((number) => `http://a.example/insulin/${number}`);
    const urls = ['http://a.example/terms', ...section, 'http://b.example/glucose'];
    const picked = pickCaptures(urls, topic, 3);
    expect(picked).toEqual([
      { url: section[0], note: 'URL has insulin' },
      { url: 'http://b.example/glucose', note: 'URL has glucose' },
      { url: section[1], note: 'URL has insulin' },
    ]);
    expect(pickCaptures(urls, topic, 9).at(-1)).toEqual({ url: 'http://a.example/terms', note: '' });
  });

  it('are spread where no address has a noun', () => {
    const urls = ['http://a.example/1', 'http://a.example/2', 'http://b.example/1'];
    expect(pickCaptures(urls, topic, 2).map(({ url }) => url)).toEqual([
      'http://a.example/1',
      'http://b.example/1',
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
