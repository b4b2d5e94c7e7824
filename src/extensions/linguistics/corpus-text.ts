import type { AcceptedPage } from '../../app/crawl/pages.js';

/** A universal part of speech that words get (Universal Dependencies 2). */
export type UniversalTag =
  | 'ADJ'
  | 'ADP'
  | 'ADV'
  | 'AUX'
  | 'CCONJ'
  | 'DET'
  | 'INTJ'
  | 'NOUN'
  | 'NUM'
  | 'PART'
  | 'PRON'
  | 'PROPN'
  | 'PUNCT'
  | 'SCONJ'
  | 'SYM'
  | 'VERB'
  | 'X';

/** How a word is tagged. */
export interface Tags {
  readonly universal: UniversalTag;
  /** Tag of the Penn Treebank; absent where the language has no tagger. */
  readonly penn?: string;
}

/** A word or punctuation mark of a sentence; it holds no blank. */
export interface CorpusWord extends Tags {
  readonly form: string;
  /** Absent where it is not known. */
  readonly lemma?: string;
  /** Whether the next word follows without a blank. */
  readonly isJoined: boolean;
}

/** A sentence, of one word or more. */
export type CorpusSentence = readonly CorpusWord[];

/** A paragraph, of one sentence or more. */
export type CorpusParagraph = readonly CorpusSentence[];

/** A page of a corpus. */
export interface CorpusText {
  /** From 1, in the order of the crawl. */
  readonly number: number;
  readonly page: AcceptedPage;
  readonly host: string;
  /** Its title in one line. */
  readonly title: string;
  readonly paragraphs: readonly CorpusParagraph[];
}

/** A word as a tagger leaves it: where it stands in its sentence, and how it is tagged. */
export interface PlacedWord extends Tags {
  readonly begin: number;
  readonly end: number;
  readonly lemma?: string;
}

/** Punctuation and what else stands between words: runs of one mark, numbers, letters, single characters. */
const BETWEEN = /([.…!?*_=~-])\1*|[\p{L}\p{M}]+|\p{N}+|\S/gu;
const COORDINATING = new Set(['&']);

/**
 * All words of a sentence: those of a tagger and, as words of their own, all that it left between them, so that no character but
 * blanks is lost.
 * @param words in their order, which do not overlap
 */
export function wordsOfSentence(sentence: string, words: readonly PlacedWord[]): CorpusSentence {
  const placed: PlacedWord[] = [];
  let end = 0;
  for (const word of [...words, undefined]) {
    const gap = sentence.slice(end, word?.begin);
    for (const { index, 0: mark } of gap.matchAll(BETWEEN))
      placed.push({ begin: end + index, end: end + index + mark.length, lemma: mark, ...markTags(mark) });
    if (word === undefined) break;
    placed.push(word);
    end = word.end;
  }
  return placed.map(({ begin, end: stop, ...tags }, place) => ({
    ...tags,
    form: sentence.slice(begin, stop),
    isJoined: placed[place + 1]?.begin === stop,
  }));
}

/** Tags of what is no word. */
export function markTags(mark: string): Tags {
  if (COORDINATING.has(mark)) return { universal: 'CCONJ', penn: 'CC' };
  if (/^\p{N}/u.test(mark)) return { universal: 'NUM', penn: 'CD' };
  if (/^[\p{L}\p{M}]/u.test(mark)) return { universal: 'X', penn: 'FW' };
  if (/^[\p{S}%§#@]/u.test(mark)) return { universal: 'SYM', penn: /^\p{Sc}/u.test(mark) ? '$' : 'SYM' };
  return { universal: 'PUNCT', penn: punctuationTag(mark) };
}

function punctuationTag(mark: string): string {
  if (mark === ',') return ',';
  if (/^[.!?。！？]/u.test(mark)) return '.';
  if (/^\p{Ps}/u.test(mark)) return '-LRB-';
  if (/^\p{Pe}/u.test(mark)) return '-RRB-';
  if (/^["'\p{Pi}\p{Pf}]/u.test(mark)) return "''";
  return ':';
}

/**
 * The paragraphs of a text, each in one line. Control characters, halves of surrogate pairs and characters without
 * width become blanks, or are left out.
 */
export function paragraphsOf(text: string): readonly string[] {
  return text
    .split(/\n[^\S\n]*\n\s*/)
    .map((paragraph) =>
      paragraph
        .replace(/[\u00AD\u200B\u2060\uFEFF]/g, '')
        .replace(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, (character) => (character === '\n' ? '\n' : ' '))
        .trim(),
    )
    .filter((paragraph) => paragraph !== '');
}
