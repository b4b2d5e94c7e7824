import type { TopicThesaurus } from '../../../src/model/thesaurus.js';
import { describe, expect, it } from '@jest/globals';
import type { AnnotatedPage } from '../../../src/model/topic.js';
import {
  createThesaurusRule,
  thesaurusScorer,
  thesaurusThreshold,
} from '../../../src/extensions/thesaurus/thesaurus-rule.js';
import { topicClassifierContract } from '../../contracts/topic-classifier.js';
import { splitWords } from '../../support/small-training.js';
import { pageWith } from '../../support/small-topic.js';

const THESAURUS: TopicThesaurus = {
  entries: [
    { label: 'ship', facet: 'subject', depth: 0 },
    { label: 'hull', facet: 'subject', depth: 1, iri: 'http://t.example/hull' },
    { label: 'ballast tank', facet: 'subject', depth: 2 },
    { label: 'paint', facet: 'method', depth: 0 },
    { label: 'primer', facet: 'method', depth: 1 },
  ],
  negatives: ['nail paint', 'toy'],
};

function page(text: string, more: Partial<AnnotatedPage> & { readonly url?: string } = {}): AnnotatedPage {
  const { url = 'http://ship.example/', ...rest } = more;
  const { page: empty, nouns } = pageWith([]);
  return { page: { ...empty, url, text }, nouns, ...rest };
}

const score = async (...args: Parameters<typeof page>): Promise<number> =>
  (await createThesaurusRule(THESAURUS, splitWords, 1.5).judge(page(...args))).score;

topicClassifierContract('thesaurus', () => ({
  classifier: createThesaurusRule(THESAURUS, splitWords, 1.5),
  about: page('paint the hull of the ship with primer'),
  other: page('the ship sails'),
  empty: page(''),
}));

describe('the thesaurus classifier', () => {
  it('counts diverse words more than frequent ones', async () => {
    expect(await score('ship')).toBeCloseTo(Math.log(2), 12);
    expect(await score(Array(10).fill('ship').join(' '))).toBeCloseTo(Math.log(2.1), 12);
    expect(await score('ship hull')).toBeGreaterThan(await score('ship ship ship ship ship ship'));
  });

  it('scores facets apart, so that two of them beat one', async () => {
    expect(await score('ship paint')).toBeCloseTo(2 * Math.log(2), 12);
    expect(await score('ship paint')).toBeGreaterThan(await score('ship hull'));
  });

  it('takes away for words and expressions to avoid, and counts nothing inside them', async () => {
    expect(await score('ship toy')).toBeCloseTo(Math.log(2) - 2, 12);
    expect(await score('ship nail paint')).toBeCloseTo(Math.log(2) - 2, 12);
  });

  it('adds the words of the URL, without the site, and of anchor windows', async () => {
    expect(await score('ship', { url: 'http://hull.example/' })).toBeCloseTo(Math.log(2), 12);
    const better = { url: 'http://x.example/a/hull-2?q=b#paint' };
    expect(await score('ship', better)).toBeCloseTo(Math.log(2) + 0.5 * Math.log(2.5), 12);
    const linkedFrom = ['best paint here', 'click here'];
    expect(await score('ship', { linkedFrom })).toBeCloseTo(Math.log(2) + 0.25 * Math.log(2), 12);
  });

  it('gives what it found as evidence, avoided words against', async () => {
    const { reason } = await createThesaurusRule(THESAURUS, splitWords, 1).judge(page('hull toy'));
    expect(reason.evidence).toEqual([
      { lemma: 'toy', documents: 0, idf: 0, pull: -2 },
      {
        lemma: 'hull',
        iri: 'http://t.example/hull',
        facet: 'subject',
        documents: 0,
        idf: 0,
        pull: Math.log(2.5),
      },
    ]);
    expect(reason.summary).toBe(
      'rejected: 1 entry in 1 facet (subject: hull); against it: toy; score -1.08 is below 1.00',
    );
  });

  it('counts other words for an entry as the entry itself', async () => {
    const entries = [{ label: 'hull', synonyms: ['ship bottom'], facet: 'subject', depth: 0 }];
    const rule = createThesaurusRule({ entries, negatives: [] }, splitWords, 0.5);
    const [once, both] = [await rule.judge(page('hull')), await rule.judge(page('ship bottom hull'))];
    expect(once.score).toBeCloseTo(Math.log(2), 12);
    expect(both.score).toBeCloseTo(Math.log(1 + 1 + 0.1 * Math.log10(2)), 12);
    expect(both.reason.evidence.map(({ lemma, facet }) => [lemma, facet])).toEqual([['hull', 'subject']]);
  });

  it('learns its threshold from texts about the topic and others', () => {
    const scoreOf = thesaurusScorer(THESAURUS, splitWords);
    const scores = (texts: readonly string[]): number[] => texts.map((text) => scoreOf(page(text)));
    const positives = scores(['ship hull paint', 'primer hull', 'ship paint primer']);
    const negatives = scores(['toy', 'ship', 'dog', 'cat', 'nail paint']);
    const threshold = thesaurusThreshold({ positives, negatives });
    expect(thesaurusThreshold({ positives, negatives: [] })).toBe(Math.min(...positives));
    expect(threshold).toBeGreaterThan(Math.log(2));
    expect(threshold).toBeLessThan(Math.log(3.5) + Math.log(2));
  });
});
