import { openCompromise } from '../../language/text/compromise.js';
import { splitLongSentence, splitLongText } from '../../language/text/long-sentences.js';
import { joinWrappedLines } from '../../language/text/paragraphs.js';
import type { Term } from '../../language/text/tagging-rules.js';
import { inBatches } from '../../support/batches.js';
import { wordsOfSentence, type CorpusParagraph, type PlacedWord } from './corpus-text.js';
import { createLemmas } from './english-lemmas.js';
import { tagsOf } from './english-tags.js';

/** Reads a paragraph of a text. */
export type ReadParagraph = (paragraph: string) => CorpusParagraph;

/** Sentences that are tagged at once. */
const BATCH = 100;
/** Characters behind the place where a term is expected in which it is looked for, where compromise has changed the text. */
const SEARCH_WINDOW = 200;
/** The second half of a contraction, or the ending of a possessive. */
const ENDING = /(?<=.)(?:n['’]t|['’](?:ll|re|ve|s|m|d))$/iu;

/**
 * Opens the tagger for English: sentences, words and tags of compromise, by which the nouns of corpora are found; Penn Treebank
 * tags, universal tags and lemmas by rules on them. Contractions and possessives are two words, as in the Penn Treebank: `do n't`,
 * `patient 's`.
 */
export function openEnglish(): ReadParagraph {
  const compromise = openCompromise();
  const world = compromise.world();
  const lemmaOf = createLemmas();
  const { splitSentences, fromString } = world.methods.one.tokenize;
  return (paragraph) => {
    const sentences = splitLongText(joinWrappedLines(paragraph))
      .flatMap((piece) => splitSentences(piece, world))
      .flatMap(splitLongSentence);
    return [...inBatches(sentences, BATCH)]
      .flatMap((batch) => {
        const { document } = compromise(
          batch.map((sentence) => ({ terms: fromString(sentence, world).flat() })),
        );
        return batch.map((sentence, number) => {
          const terms = (document[number] ?? []) as readonly Term[];
          return wordsOfSentence(sentence, placeTerms(sentence, terms, lemmaOf));
        });
      })
      .filter((words) => words.length > 0);
  };
}

/** A term with the hidden halves that follow it: `didn't` and `not`. */
interface Written {
  readonly term: Term;
  readonly hidden: readonly Term[];
  readonly next: Term | undefined;
}

function placeTerms(
  sentence: string,
  terms: readonly Term[],
  lemmaOf: ReturnType<typeof createLemmas>,
): readonly PlacedWord[] {
  const words: PlacedWord[] = [];
  let position = 0;
  for (const written of writtenTerms(terms)) {
    const { text, pre } = written.term;
    const begin = placeOf(sentence, text, position, pre.length);
    if (begin === undefined) continue;
    position = begin + text.length;
    for (const { from, to, term } of partsOf(written)) {
      const form = text.slice(from, to);
      const tags = tagsOf(form, term, written.next);
      words.push({ begin: begin + from, end: begin + to, lemma: lemmaOf(form, tags), ...tags });
    }
  }
  return words;
}

function writtenTerms(terms: readonly Term[]): readonly Written[] {
  const written: Written[] = [];
  for (const [place, term] of terms.entries()) {
    if (term.text === '') continue;
    const end = terms.findIndex((other, index) => index > place && other.text !== '');
    const hidden = terms.slice(place + 1, end < 0 ? terms.length : end);
    written.push({ term, hidden, next: end < 0 ? undefined : terms[end] });
  }
  return written;
}

function placeOf(sentence: string, text: string, position: number, before: number): number | undefined {
  if (/^\s*$/.test(text)) return undefined;
  if (sentence.startsWith(text, position + before)) return position + before;
  const found = sentence.slice(position, position + SEARCH_WINDOW + text.length).indexOf(text);
  return found < 0 ? undefined : position + found;
}

interface Part {
  readonly from: number;
  readonly to: number;
  /** Undefined for the ending of a possessive. */
  readonly term: Term | undefined;
}

/** The words of a term: more than one for contractions and possessives, and where it holds blanks. */
function partsOf({ term, hidden }: Written): readonly Part[] {
  const endings: Part[] = [];
  let end = term.text.length;
  const owners = hidden.length === 0 && term.tags.has('Possessive') ? [undefined] : [];
  for (const half of [...hidden, ...owners].reverse()) {
    const from = ENDING.exec(term.text.slice(0, end))?.index;
    if (from === undefined) break;
    endings.unshift({ from, to: end, term: half });
    end = from;
  }
  const first = [...term.text.slice(0, end).matchAll(/\S+/g)].map(({ index, 0: word }) => ({
    from: index,
    to: index + word.length,
    term,
  }));
  return [...first, ...endings];
}
