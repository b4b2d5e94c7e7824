import { describe, expect, it } from '@jest/globals';
import type { LinkNouns } from '../../../src/judging/judge/analyser.js';
import { createLexiconReader, type LexiconReader } from '../../../src/judging/judge/create-judge.js';
import type { TopicLexicon } from '../../../src/knowledge/files/lexicon-file.js';
import type { NounEvidence } from '../../../src/model/topic.js';
import { makeLexicon } from '../../../src/language/text/lexicon.js';
import { openWordNet } from '../../../src/language/wordnet/wordnet.js';
import { judged } from '../../support/small-sight.js';
import { textPage } from '../../support/small-topic.js';

const TEXT =
  'The honey of Paris is sold. A queen lays eggs. Honey is sweet, and a queen is fed. The queen rests. One queen is old.';
const page = textPage(TEXT, { title: 'Bees' });

const LEXICON: TopicLexicon = { words: makeLexicon([]), linked: 'honey' };
const noLinks: LinkNouns = () => Promise.resolve([]);

function readerOf(link = noLinks, linkers = ['wordnet']): LexiconReader {
  const plan = { lexicon: LEXICON, analyser: { linkers, labels: [] } };
  return createLexiconReader(plan, link, openWordNet()) as LexiconReader;
}

const SHOWN = judged(true);
const noun = (lemma: string, iri?: string): NounEvidence => ({ lemma, iri, documents: 1, idf: 1, pull: 1 });

const judgedBy = (reader: LexiconReader, evidence: readonly NounEvidence[]) =>
  reader(page).linkEvidence({ ...SHOWN, reason: { ...SHOWN.reason, evidence } });

describe('a reader by the lexicon', () => {
  it('links the nouns of the evidence by the sentences of their first three mentions', async () => {
    const read: string[][] = [];
    const link: LinkNouns = ({ text, sentences, nouns }) => {
      read.push(sentences.map(({ begin, end }) => text.slice(begin, end)));
      return Promise.resolve(nouns.map((one) => ({ ...one, iri: `http://iri.example/${one.lemma}` })));
    };
    const reader = readerOf(link);
    const { reason } = await judgedBy(reader, [
      noun('queen'),
      noun('honey', 'http://own.example/'),
      noun('x'),
    ]);
    expect(reason.evidence.map(({ iri }) => iri)).toEqual([
      'http://iri.example/queen',
      'http://own.example/',
      undefined,
    ]);
    expect(read).toEqual([['A queen lays eggs', 'Honey is sweet, and a queen is fed', 'The queen rests']]);
    await judgedBy(reader, [noun('egg'), noun('honey')]);
    expect(read[1]).toEqual([
      'The honey of Paris is sold',
      'A queen lays eggs',
      'Honey is sweet, and a queen is fed',
    ]);
  });
});
