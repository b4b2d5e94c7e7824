import type { Token } from '../../../model/noun.js';
import { remember } from '../../../support/remember.js';
import type { WordNet } from '../../wordnet/wordnet.js';

const REMEMBERED = 20_000;

/**
 * Returns a function from a run of tokens to its forms in WordNet: as written, with the lemma of its last token or of
 * all, each also with spaces for hyphens; by WordNet's rules only when none of these is found.
 */
export function createFormFinder(
  wordNet: WordNet,
): (text: string, run: readonly Token[]) => readonly string[] {
  // Words recur; runs are mostly new and would evict them from the cache.
  const formsOfWord = remember((spellings: string) => readForms(wordNet, spellings.split('\n')), REMEMBERED);
  return (text, run) => {
    const [first, last] = [run[0], run.at(-1)];
    if (first === undefined || last === undefined) return [];
    if (run.length === 1) return formsOfWord(`${last.surface}\n${last.lemma}`);
    const opening = text.slice(first.begin, last.begin);
    const lemmas = run.map(({ lemma }) => lemma).join(' ');
    return readForms(wordNet, [opening + last.surface, opening + last.lemma, lemmas]);
  };
}

function readForms(wordNet: WordNet, spellings: readonly string[]): readonly string[] {
  const [written = '', ...others] = spellings.map(tidy);
  const variants = new Set([written, ...others].flatMap((form) => [form, form.replaceAll('-', ' ')]));
  const held = [...variants].filter((form) => wordNet.holds(form));
  return held.length > 0 ? held : wordNet.baseForms(written);
}

function tidy(written: string): string {
  return written
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/[\u2010\u2011]/gu, '-')
    .replaceAll(/\s+/gu, ' ');
}
