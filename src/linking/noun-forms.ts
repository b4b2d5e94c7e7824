import type { Token } from '../model/noun.js';
import { remember } from './remember.js';
import type { WordNet } from './wordnet.js';

const REMEMBERED = 50_000;

/**
 * Returns a function from a run of tokens of a text to the forms of it that WordNet holds: as written, with the lemma of
 * its last token or of all, each also with blanks for hyphens; by WordNet's own rules only when it holds none of these.
 */
export function createFormFinder(
  wordNet: WordNet,
): (text: string, run: readonly Token[]) => readonly string[] {
  // The three spellings in one string, since only strings can be remembered by their value.
  const formsOf = remember((spellings: string) => readForms(wordNet, spellings.split('\n')), REMEMBERED);
  return (text, run) => {
    const [first, last] = [run[0], run.at(-1)];
    if (first === undefined || last === undefined) return [];
    const opening = text.slice(first.begin, last.begin).replaceAll(/\s+/gu, ' ');
    const lemmas = run.length === 1 ? last.lemma : run.map(({ lemma }) => lemma).join(' ');
    return formsOf(`${opening}${last.surface}\n${opening}${last.lemma}\n${lemmas}`);
  };
}

function readForms(wordNet: WordNet, spellings: readonly string[]): readonly string[] {
  const [written = '', ...others] = spellings.map(tidy);
  const variants = new Set([written, ...others].flatMap((form) => [form, form.replaceAll('-', ' ')]));
  const held = [...variants].filter((form) => wordNet.sensesOf(form).length > 0);
  return held.length > 0 ? held : wordNet.baseForms(written);
}

function tidy(written: string): string {
  return written
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/[\u2010\u2011]/gu, '-')
    .replaceAll(/\s+/gu, ' ');
}
