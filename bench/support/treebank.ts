import type { LanguageRules } from '../../src/extensions/languages/language-rules.js';
import { TAGS, type TagNumber } from '../../src/extensions/languages/tagger.js';
import { splitText, type WordAt } from '../../src/extensions/languages/noun-annotator.js';
import { normalForm } from '../../src/support/text/normal-form.js';

/** A word of a treebank where it stands in its sentence: contractions such as French du are one word. */
export interface TreebankWord extends Pick<WordAt, 'begin' | 'end'> {
  /** Universal part of speech. */
  readonly tag: string;
  /** Undefined for contractions. */
  readonly lemma?: string;
}

/** A sentence of a treebank in the format CoNLL-U. */
export interface TreebankSentence {
  readonly text: string;
  readonly words: readonly TreebankWord[];
}

/** Characters that a word may lie behind the place where it is expected. */
const SEARCHED = 20;

/** Reads a file in CoNLL-U whose sentences have a `# text`. Words that cannot be found in it are left out. */
export function readTreebank(content: string): TreebankSentence[] {
  return content
    .split(/\r?\n\r?\n/)
    .map(readSentence)
    .filter(({ words }) => words.length > 0);
}

function readSentence(block: string): TreebankSentence {
  const lines = block.split(/\r?\n/);
  const text = (lines.find((line) => line.startsWith('# text = ')) ?? '').slice('# text = '.length);
  const composed = normalForm(text);
  const words: TreebankWord[] = [];
  let position = 0;
  let lastOfContraction = 0;
  const rows = lines.filter((line) => /^\d/.test(line)).map((line) => line.split('\t'));
  for (const [id = '', form = '', lemma = '', tag = ''] of rows) {
    // Words of a contraction follow it, and empty nodes are not in the text.
    const [first = 0, last] = id.split('-').map(Number);
    if (id.includes('.') || (last === undefined && first <= lastOfContraction)) continue;
    const written = normalForm(form);
    const begin = composed.indexOf(written, position);
    if (begin < 0 || begin > position + SEARCHED) continue;
    position = begin + written.length;
    const place = { begin, end: position };
    if (last === undefined) {
      // Dutch lemmas mark the parts of compounds.
      words.push({ ...place, tag, lemma: normalForm(lemma).replaceAll('_', '') });
    } else {
      lastOfContraction = last;
      words.push({ ...place, tag: tagOfContraction(rows, first, last) });
    }
  }
  return { text: composed, words };
}

/** A verb with its pronouns is a verb; a preposition with its article a preposition. */
function tagOfContraction(rows: readonly (readonly string[])[], first: number, last: number): string {
  const tags = rows.filter(([id]) => Number(id) >= first && Number(id) <= last).map(([, , , tag]) => tag);
  return ['VERB', 'NOUN'].find((tag) => tags.includes(tag)) ?? tags[0] ?? 'X';
}

/** The words that sfwc finds in a sentence, with the tags that the treebank gives them. */
export interface AlignedSentence {
  readonly words: readonly string[];
  readonly tags: readonly TagNumber[];
}

/** Splits the sentences of a treebank into words as texts are split. */
export function alignWords({ text, words }: TreebankSentence, rules: LanguageRules): AlignedSentence {
  const found = splitText(text, rules).flat();
  return {
    words: found.map(({ surface }) => surface),
    tags: found.map(({ begin, end }) => {
      const over = words.filter((word) => word.begin < end && word.end > begin);
      const same = over.find((word) => word.begin === begin && word.end === end);
      return tagNumber((same ?? over.findLast(({ tag }) => tag !== 'PUNCT') ?? over[0])?.tag);
    }),
  };
}

function tagNumber(tag = 'X'): TagNumber {
  const place = (TAGS as readonly string[]).indexOf(tag === 'AUX' ? 'VERB' : tag);
  return place < 0 ? TAGS.indexOf('X') : place;
}
