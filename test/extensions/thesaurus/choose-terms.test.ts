import { describe, expect, it } from '@jest/globals';
import {
  chooseTerms,
  whyNoTerms,
  type TermKnowledge,
} from '../../../src/extensions/thesaurus/choose-terms.js';
import { countTerms, type PageWords } from '../../../src/extensions/thesaurus/count-terms.js';
import { logLikelihoodRatio } from '../../../src/extensions/thesaurus/log-likelihood.js';

/** A page for each site, with these words and one that no other page has. */
function pages(sites: readonly string[], words: (place: number) => string, of = ''): PageWords[] {
  return sites.map((site, place) => ({
    url: `https://${site}/${of}${place}`,
    site,
    words: [...words(place).split(' '), `own${of}${place}`],
  }));
}

const sites = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, place) => `${name}${place}.example`);

const KNOWS: TermKnowledge = {
  inCorpus: (lemmas) => Promise.resolve(new Map(lemmas.map((lemma) => [lemma, lemma === 'virus' ? 5 : 0]))),
  nounsOf: () => ['covid', 'virus', 'cookie', 'herd immunity', 'herd', 'widget', 'ventilator'],
};

const ACCEPTED = pages(sites('a', 20), (place) =>
  place < 12 ? 'covid virus spread quickly cookie herd immunity' : 'virus cookie widely spread',
);
const REJECTED = pages(sites('r', 40), (place) => (place < 2 ? 'covid cookie' : 'garden cookie'));

describe('countTerms', () => {
  it('finds what accepted pages share and rejected ones do not', () => {
    const terms = countTerms(ACCEPTED, REJECTED);
    expect(terms.find(({ term }) => term === 'covid')).toMatchObject({
      accepted: 12,
      rejected: 2,
      sites: 12,
    });
    expect(terms.map(({ term }) => term)).not.toContain('cookie');
  });

  it('does not depend on the order of the pages', () => {
    expect(countTerms([...ACCEPTED].reverse(), [...REJECTED].reverse())).toEqual(
      countTerms(ACCEPTED, REJECTED),
    );
  });

  it('does not hear what one or two sites repeat on all of their pages', () => {
    const spam = pages(
      Array.from({ length: 10 }, (_, place) => `spam${place % 2}.example`),
      () => 'casino virus',
      'spam',
    );
    const terms = countTerms([...ACCEPTED, ...spam], REJECTED).map(({ term }) => term);
    expect(terms).toContain('covid');
    expect(terms).not.toContain('casino');
  });

  it('counts votes of sites, not pages: many pages of few sites do not make up for the others', () => {
    const loud = pages(
      Array.from({ length: 60 }, (_, place) => `loud${place % 3}.example`),
      () => 'brandname',
      'loud',
    );
    const many = pages(sites('b', 90), () => 'virus', 'b');
    expect(countTerms([...many, ...loud], REJECTED).map(({ term }) => term)).not.toContain('brandname');
  });
});

describe('chooseTerms', () => {
  it('proposes nouns that the corpus lacks, and a phrase in the place of its words', async () => {
    const chosen = await chooseTerms(ACCEPTED, REJECTED, KNOWS);
    expect(chosen.map(({ term }) => term).sort()).toEqual(['covid', 'herd immunity']);
    expect(chosen.find(({ term }) => term === 'covid')).toMatchObject({
      accepted: { pages: 12, of: 20 },
      sites: 12,
    });
  });

  it('goes by the background where few rejected pages were kept, and what is not read as a noun', async () => {
    const general = { ...KNOWS, inBackground: () => Promise.resolve(new Map([['covid', 0.4]])) };
    const chosen = await chooseTerms(ACCEPTED, [], general);
    expect(chosen.map(({ term }) => term)).not.toContain('covid');
    expect((await chooseTerms(ACCEPTED, [], KNOWS)).map(({ term }) => term)).toContain('covid');
    const verbs = { ...KNOWS, nounsOf: () => [] };
    expect(await chooseTerms(ACCEPTED, REJECTED, verbs)).toEqual([]);
  });

  it('annotates a bounded number of pages', async () => {
    let annotated = 0;
    const words = Array.from(
      { length: 400 },
      (_, place) => `term${String.fromCharCode(97 + (place % 26))}${place}`,
    );
    const many = pages(sites('m', 300), (place) => words.filter((_, at) => (at + place) % 4 === 0).join(' '));
    await chooseTerms(many, REJECTED, {
      ...KNOWS,
      nounsOf: () => {
        annotated += 1;
        return [];
      },
    });
    expect(annotated).toBeGreaterThan(0);
    expect(annotated).toBeLessThanOrEqual(60);
  });

  it('says why nothing can be proposed', () => {
    expect(whyNoTerms(ACCEPTED.slice(0, 2), REJECTED, true)).toContain('at least 3 sites');
    expect(whyNoTerms(ACCEPTED, [], false)).toContain('at least 20 rejected pages');
    expect(whyNoTerms(ACCEPTED, [], true)).toBeUndefined();
  });
});

it('computes G² as Dunning (1993) does', () => {
  // Two shares of 110 of 2552 and 3 of 29108, of his table 2: about 270.
  expect(logLikelihoodRatio([110, 2442 + 110], [111, 29114 + 111])).toBeCloseTo(270.72, 0);
  expect(logLikelihoodRatio([10, 100], [20, 200])).toBeCloseTo(0);
});
