import { countTerms } from '../../src/judging/learning/term-counts.js';
import type { AnnotatedPage, TopicExpansion, WordReader } from '../../src/model/topic.js';
import { type PageContent } from '../../src/judging/topic/page-content.js';
import { contentOfDocument } from './content-of-document.js';
import type { TrainingSet } from '../../src/judging/topic/scorer.js';
import { toProfile } from '../../src/knowledge/krs/document-profile.js';
import { mention, pageWith } from './small-topic.js';

/** Words between blanks; enough for tests. */
export const splitWords: WordReader = (text) => text.split(/\s+/).filter((word) => word !== '');

const BEES = 'hive queen comb honey worker brood nectar pollen swarm wax drone sting larva frame veil'.split(
  ' ',
);
const CARS = 'engine wheel brake clutch piston gear fuel tyre axle valve pump torque road driver lamp'.split(
  ' ',
);
const ALL = 'time people water world house place name work line part hand point page day year'.split(' ');

/** A text of 24 words: some of the subject's, some of everybody's; another for every number. */
function textOf(subject: readonly string[], number: number): string {
  const pick = (words: readonly string[], count: number, step: number): string[] =>
    Array.from({ length: count }, (_, index) => words[(number * 7 + index * step) % words.length] ?? '');
  return [...pick(subject, 12, 2), ...pick(ALL, 12, 4)].join(' ');
}

const contentOf = (text: string): PageContent => {
  const nouns = [...countTerms(splitWords(text))].map(([lemma, mentions]) => ({ lemma, mentions, iri: 'x' }));
  return contentOfDocument({ title: '', text }, toProfile(nouns), splitWords);
};

/** Twelve texts about bees; thirty others, cars most of them, two about bees. */
export function smallTrainingSet(): TrainingSet {
  const texts = (subject: readonly string[], from: number, count: number): PageContent[] =>
    Array.from({ length: count }, (_, index) => contentOf(textOf(subject, from + index)));
  return { corpus: texts(BEES, 0, 12), background: [...texts(CARS, 0, 28), ...texts(BEES, 20, 2)] };
}

/** Texts of which one part in so many is about bees. */
export function mixedTexts(count: number, parts: number): readonly PageContent[] {
  return Array.from({ length: count }, (_, place) => {
    const others = Array.from({ length: parts - 1 }, (_other, part) => textOf(CARS, 40 + place + part));
    return contentOf([textOf(BEES, 40 + place), ...others].join(' '));
  });
}

/** Pages to judge with {@link smallTrainingSet}. */
export function smallPages(): Readonly<Record<'about' | 'other' | 'empty', AnnotatedPage>> {
  const page = (text: string): AnnotatedPage => {
    const { page: empty } = pageWith([]);
    return { page: { ...empty, text }, nouns: splitWords(text).map((lemma) => mention(lemma)) };
  };
  return { about: page(textOf(BEES, 33)), other: page(textOf(CARS, 44)), empty: page('') };
}

/** Nouns that have no other words. */
export const NO_EXPANSION: TopicExpansion = new Map();
