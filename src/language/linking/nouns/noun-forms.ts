import type { Token } from '../../../model/noun.js';
import { createRecent, ownCopy } from '../../../support/remember.js';
import type { WordNet } from '../../wordnet/wordnet.js';

const REMEMBERED = 20_000;

/** The forms of a word that were found. */
interface WordForms {
  readonly surface: string;
  readonly lemma: string;
  readonly forms: readonly string[];
}

/** Finds forms of words and phrases in WordNet. */
export interface FormFinder {
  ofWord(token: Token): readonly string[];
  /** @param run two tokens or more of a text */
  ofRun(text: string, run: readonly Token[]): readonly string[];
}

/**
 * The forms of a run of tokens in WordNet: as written, with the lemma of its last token or of all, each also with spaces for
 * hyphens; by WordNet's rules only when none of these is found.
 */
export function createFormFinder(wordNet: WordNet): FormFinder {
  // Words recur; runs are mostly new and would evict them from the cache.
  const known = createRecent<string, WordForms>(REMEMBERED / 2);
  return {
    ofWord: ({ surface, lemma }) => {
      const found = known.get(surface);
      if (found?.lemma === lemma) return found.forms;
      const own = { surface: ownCopy(surface), lemma: ownCopy(lemma) };
      // Of these, since a part of a text would keep all of the text in memory.
      const forms = readForms(wordNet, [own.surface, own.lemma]);
      known.set(own.surface, { ...own, forms });
      return forms;
    },
    ofRun: (text, run) => {
      const [first, last] = [run[0], run.at(-1)];
      if (first === undefined || last === undefined) return [];
      const opening = text.slice(first.begin, last.begin);
      const lemmas = run.map(lemmaOf).join(' ');
      return readForms(wordNet, [opening + last.surface, opening + last.lemma, lemmas]);
    },
  };
}

function lemmaOf({ lemma }: Token): string {
  return lemma;
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
