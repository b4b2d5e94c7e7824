import { readFileSync } from 'node:fs';
import { fixture } from './small-corpus.js';

/** Short texts in German and Spanish: about a topic, and about anything else. The first line of each is its title. */
export interface TextsInLanguage {
  readonly about: readonly string[];
  readonly others: readonly string[];
}

interface Texts {
  readonly german: TextsInLanguage;
  readonly spanish: TextsInLanguage;
  readonly pages: Readonly<
    Record<'frenchCheese' | 'frenchTrain' | 'germanKitchen' | 'spanishCoffee', string>
  >;
}

/** About beekeeping and about coffee; pages of the Web, long enough for their language to be certain, by what they are about. */
export const {
  german: GERMAN,
  spanish: SPANISH,
  pages: PAGES,
} = JSON.parse(readFileSync(fixture('languages.json'), 'utf8')) as Texts;
