import { describe, expect, it } from '@jest/globals';
import { CONTRAST, MEMBERS, MIN_TEXTS } from '../../../src/judging/relevance/evidence.js';
import {
  ensembleMembers,
  ensembleScorer,
  oddsAlone,
  trainEnsemble,
} from '../../../src/judging/topic/ensemble-rule.js';
import { contentOfWords, inLanguage, lineOf } from '../../../src/judging/topic/page-content.js';
import { toProfile } from '../../../src/knowledge/krs/document-profile.js';
import { smallGeneralSpace } from '../../support/small-general-space.js';
import { smallTrainingSet, splitWords } from '../../support/small-training.js';
const BY_LINE = ['line', 'first line'];
const having = (values: readonly unknown[]): readonly string[] =>
  MEMBERS.filter((_, place) => (values[place] ?? null) !== null);

describe('trainEnsemble', () => {
  const set = smallTrainingSet();
  const counted = (texts: typeof set): number | undefined =>
    trainEnsemble(texts).parameters.members.nounRatio?.backgroundDocuments;

  it('does not learn from background texts that are about the topic', () => {
    expect(set.background).toHaveLength(30);
    expect(counted(set)).toBe(28);
    expect(trainEnsemble(set).aboutTopic).toBe(2);
  });

  it('has members of meaning and line with a word space of general English', () => {
    const general = smallGeneralSpace();
    const line = lineOf('hive honey', splitWords);
    const concepts = [['honey', 1] as const];
    expect(having(trainEnsemble({ ...set, general, line, concepts }).parameters.statistics)).toEqual(
      MEMBERS.slice(0, CONTRAST),
    );
    const { proposed, statistics } = trainEnsemble({ ...set, general }).parameters;
    expect(having(statistics)).toContain('line');
    expect(proposed).toContain('honey');
    const unknown = lineOf('qwxz zxqw', splitWords);
    expect(trainEnsemble({ ...set, general, line: unknown }).parameters.members.line).toBeUndefined();
  });

  it.each([0, 1, MIN_TEXTS - 1])('judges by the line alone where there are %d texts', (texts) => {
    const general = smallGeneralSpace();
    const few = {
      ...set,
      corpus: set.corpus.slice(0, texts),
      general,
      line: lineOf('hive honey', splitWords),
    };
    const { parameters } = trainEnsemble(few);
    expect(having(parameters.statistics)).toEqual(BY_LINE);
    expect(parameters.statistics[MEMBERS.indexOf('line')]?.corpus === null).toBe(texts === 0);
    expect(having(ensembleMembers(parameters, { general }).judge(set.corpus[5]!).scores)).toEqual(BY_LINE);
    const scorer = ensembleScorer(parameters, { general });
    expect(scorer.score(set.corpus[5]!)).toBeGreaterThan(scorer.score(set.background[5]!)!);
  });
});

describe('ensembleMembers', () => {
  const set = smallTrainingSet();
  const { parameters } = trainEnsemble(set);
  const scoreOf = (member: (typeof MEMBERS)[number], scores: readonly (number | null)[]): number =>
    scores[MEMBERS.indexOf(member)]!;
  const about = set.corpus[0]!;

  it('counts nouns as the knowledge base does, where it is asked', () => {
    const members = ensembleMembers(parameters);
    const learned = members.judge(about).scores;
    const counts = { topic: { documents: 12, of: () => 0 } };
    const asked = members.judge(about, counts).scores;
    expect(scoreOf('mean IDF', asked)).toBeLessThan(scoreOf('mean IDF', learned));
    expect(scoreOf('noun ratio', asked)).toBeLessThan(scoreOf('noun ratio', learned));
    expect(scoreOf('words', asked)).toBe(scoreOf('words', learned));
    const everywhere = { ...counts, background: { documents: 30, of: () => 30 } };
    expect(scoreOf('noun ratio', members.judge(about, everywhere).scores)).toBeLessThan(
      scoreOf('noun ratio', asked),
    );
  });
});

describe('a text in another language', () => {
  it('has scores by the word space alone, and is weighed by them', () => {
    const general = smallGeneralSpace();
    const set = { ...smallTrainingSet(), general, line: lineOf('hive honey', splitWords) };
    const { parameters } = trainEnsemble(set);
    const text = inLanguage(contentOfWords([], ['imker'], toProfile([])), 'de');
    const members = ensembleMembers(parameters, { general });
    expect(having(members.judge(text).scores)).toEqual(['meaning', 'first meaning', 'line', 'first line']);
    expect(oddsAlone(members.judge(text), parameters)).toBeGreaterThan(
      oddsAlone(members.judge(set.background[0]!), parameters),
    );
    expect(members.contributions(text).map(({ term }) => term)).toEqual(['hive', 'honey']);
  });
});
