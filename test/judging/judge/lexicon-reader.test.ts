import { describe, expect, it } from '@jest/globals';
import type { LinkNouns } from '../../../src/judging/judge/analyser.js';
import { createLexiconReader, type LexiconReader } from '../../../src/judging/judge/lexicon-reader.js';
import type { TopicLexicon } from '../../../src/judging/judge/judge-plan.js';
import { needsFullReading } from '../../../src/judging/judge/judge.js';
import type { Judgement, NounEvidence, TopicClassifier } from '../../../src/model/topic.js';
import { LEXICAL_ANNOTATOR_NAME } from '../../../src/language/text/lexical-annotator.js';
import { makeLexicon } from '../../../src/language/text/lexicon.js';
import type { TopicFacts } from '../../../src/knowledge/places/topic-facts.js';
import type { ClassifierKind } from '../../../src/judging/classifiers/classifier.js';
import { krsCalibrated, krsPaper } from '../../../src/judging/classifiers/krs.js';
import { loadClassifier } from '../../../src/judging/classifiers/load-classifier.js';
import { registerPlugins } from '../../../src/judging/plugins/registry.js';
import { trainModel, type TrainedModel } from '../../../src/judging/topic/trained-model.js';
import { openWordNet } from '../../../src/language/wordnet/wordnet.js';
import { NO_EXPANSION, smallTrainingSet } from '../../support/small-training.js';
import { TRAINED, type TrainedName } from '../../support/learners.js';
import { textPage } from '../../support/small-topic.js';

const SETTINGS = { features: 100, expansion: NO_EXPANSION };
const TEXT =
  'The honey of Paris is sold. A queen lays eggs. Honey is sweet, and a queen is fed. The queen rests. One queen is old.';
const page = textPage(TEXT, { title: 'Bees' });

/** A classifier with its plan. */
interface Planned {
  readonly kind: ClassifierKind;
  readonly data: unknown;
}

const planOf = ({ kind, data }: Planned) => ({ name: kind.name, data });

function trained(name: TrainedName): Planned & { readonly data: TrainedModel } {
  const kind = TRAINED[name];
  return { kind, data: trainModel(kind.learner, smallTrainingSet(), SETTINGS) };
}

const facts = (backgroundGraph?: string) =>
  ({
    backgroundGraph,
    calibration: { classifier: 'krs-calibrated', parameters: { threshold: -3 } },
  }) as unknown as TopicFacts;

const LEXICON: TopicLexicon = { words: makeLexicon([]), linked: 'honey' };
const noLinks: LinkNouns = () => Promise.resolve([]);

function readerOf(planned: Planned, link = noLinks, linkers = ['wordnet'], lexicon = LEXICON) {
  const plan = { lexicon, classifier: planOf(planned), analyser: { linkers, labels: [] } };
  return createLexiconReader(plan, planned.kind, link, openWordNet());
}

/** A classifier that shows these nouns. */
function showing(evidence: readonly NounEvidence[]): TopicClassifier {
  const judgement: Judgement = {
    accepted: true,
    score: 1,
    classifier: 'test',
    reason: {
      summary: '',
      meanIdf: null,
      band: { low: null, high: null },
      nouns: { distinct: 0, linked: 0, unknown: 0 },
      evidence,
    },
  };
  return { name: 'test', judge: () => Promise.resolve(judgement) };
}

const noun = (lemma: string, iri?: string): NounEvidence => ({ lemma, iri, documents: 1, idf: 1, pull: 1 });

async function judgedBy(reader: LexiconReader | undefined, evidence: readonly NounEvidence[]) {
  if (reader === undefined) throw new Error('pages are read in full');
  return reader.linkingEvidence(showing(evidence)).judge(reader.read({ page }));
}

describe('a reader by the lexicon', () => {
  it('finds the nouns, without links, and names the annotator', () => {
    const read = readerOf(trained('ensemble'))?.read({ page });
    expect(read).toMatchObject({ page, annotator: LEXICAL_ANNOTATOR_NAME });
    expect(read?.nouns.map(({ lemma }) => lemma)).toEqual(expect.arrayContaining(['honey', 'queen']));
    expect(read?.nouns.filter(({ iri, linkable }) => iri !== undefined || linkable !== undefined)).toEqual(
      [],
    );
  });

  it('says which nouns linkers would link where a rule without a background counts these', () => {
    const linkable = (background?: string, linkers?: string[]) =>
      readerOf({ kind: krsCalibrated, data: facts(background) }, noLinks, linkers)
        ?.read({ page })
        .nouns.flatMap((one) => (one.linkable === true ? [one.lemma] : []));
    expect(linkable()).toEqual(expect.arrayContaining(['honey', 'queen']));
    expect(new Set(linkable(undefined, ['gazetteer']))).toEqual(new Set(['honey']));
    expect(linkable('http://kb.example/background')).toEqual([]);
  });

  it('links the nouns of the evidence by the sentences of their first three mentions', async () => {
    const read: string[][] = [];
    const link: LinkNouns = ({ text, sentences, nouns }) => {
      read.push(sentences.map(({ begin, end }) => text.slice(begin, end)));
      return Promise.resolve(nouns.map((one) => ({ ...one, iri: `http://iri.example/${one.lemma}` })));
    };
    const reader = readerOf(trained('ensemble'), link);
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

  it('runs no linker where no noun of the evidence is on the page, and counts the nouns that they would link', async () => {
    const link: LinkNouns = () => Promise.reject(new Error('not needed'));
    const { reason } = await judgedBy(readerOf(trained('ensemble'), link), [noun('wax')]);
    expect(reason.evidence).toEqual([noun('wax')]);
    expect(reason.nouns.linked).toBeGreaterThan(2);
  });

  it('leaves pages that others read as they are', async () => {
    const reader = readerOf(trained('ensemble'));
    const judge = reader?.linkingEvidence(showing([noun('queen')]));
    expect((await judge?.judge({ page, nouns: [] }))?.reason.nouns.linked).toBe(0);
  });

  it('does not exist without a lexicon', () => {
    const { kind, data } = trained('ensemble');
    const plan = {
      lexicon: undefined,
      classifier: planOf({ kind, data }),
      analyser: { linkers: [], labels: [] },
    };
    expect(createLexiconReader(plan, kind, noLinks, openWordNet())).toBeUndefined();
  });
});

describe('a full reading', () => {
  const OWN = { linkers: ['gazetteer', 'wordnet'] };
  const needs = (planned: Planned, topic: Parameters<typeof needsFullReading>[2] = OWN): boolean =>
    needsFullReading(planned.kind, planOf(planned), topic);

  it('is needed by classifiers that read links', async () => {
    const mine = { judge: () => ({ accepted: true, score: 1 }) };
    const plugins = registerPlugins([{ plugin: { classifiers: { mine } }, origin: 'the test' }]);
    const plans: readonly Planned[] = [
      { kind: krsPaper, data: facts() },
      { kind: await loadClassifier('mine', plugins), data: facts() },
      trained('semantic'),
    ];
    for (const plan of plans) expect(needs(plan)).toBe(true);
    expect(needs(trained('ensemble'))).toBe(false);
  });

  it('is needed to count linked nouns where only the linkers know which these are', () => {
    const alone: Planned = { kind: krsCalibrated, data: facts() };
    expect(needs(alone)).toBe(false);
    const topic = { linkers: ['gazetteer', 'spotlight'] };
    expect(needs(alone, topic)).toBe(true);
    expect(needs({ kind: krsCalibrated, data: facts('http://kb.example/background') }, topic)).toBe(false);
    expect(needs(trained('ensemble'), topic)).toBe(false);
  });
});
