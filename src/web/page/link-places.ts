import type { LinkPlace } from '../../model/page.js';
import type { AnchorSpan, Block } from './blocks.js';
import type { PageElement } from './tree.js';

/** Words of context on each side of an anchor at most. */
export const CONTEXT_WORDS = 20;
/** With fewer words around it a sentence says nothing, and the block is looked at instead. */
const LEAST_WORDS = 5;
/** Characters that are looked at on each side: twenty words and more. */
const REACH = 240;
const SENTENCE_END = /[.!?\u2026\u3002][)\]"'\u2019\u201D]*\s/u;
const MAYBE_END = /[.!?\u2026\u3002]/;
const WORD = /[\p{L}\p{N}]/u;
const SENTENCE_ENDS = new RegExp(SENTENCE_END, 'gu');

/** Where anchors stand: content block, anchor text and context, by the anchor's element. */
export function locateAnchors(
  contentBlocks: readonly (readonly Block[])[],
): ReadonlyMap<PageElement, LinkPlace> {
  const places = new Map<PageElement, LinkPlace>();
  contentBlocks.forEach((texts, block) => {
    const runs = texts.map(asRun);
    texts.forEach((run, index) => {
      for (const anchor of run.anchors) {
        if (places.has(anchor.element)) continue;
        const anchorText = run.text.slice(anchor.begin, anchor.end);
        places.set(anchor.element, { anchorText, context: contextOf(anchor, runs, index), block });
      }
    });
  });
  return places;
}

/**
 * The words around an anchor, and its own: up to twenty on each side within its sentence; where the sentence has fewer
 * than five apart from the anchor (an entry of a list, 'read more'), within its content block.
 */
function contextOf({ begin, end }: AnchorSpan, runs: readonly Run[], index: number): string {
  const text = runs[index]?.text ?? '';
  const before = text.slice(Math.max(0, begin - REACH), begin);
  const after = text.slice(end, end + REACH);
  const anchor = text.slice(begin, end);
  const left = wordsOf(before.slice(lastSentenceEnd(before)));
  const right = wordsOf(after.slice(0, firstSentenceEnd(after)));
  if (left.length + right.length >= LEAST_WORDS)
    return [...left.slice(-CONTEXT_WORDS), anchor, ...right.slice(0, CONTEXT_WORDS)].join(' ');
  return [
    ...wordsBefore(runs, index, wordsOf(before)),
    anchor,
    ...wordsAfter(runs, index, wordsOf(after)),
  ].join(' ');
}

/** A run of text with the words near its ends, which are read once for all anchors around it. */
interface Run {
  readonly text: string;
  first?: readonly string[];
  last?: readonly string[];
}

const asRun = ({ text }: Block): Run => ({ text });
const firstWords = (run: Run): readonly string[] => (run.first ??= wordsOf(run.text.slice(0, REACH)));
const lastWords = (run: Run): readonly string[] => (run.last ??= wordsOf(run.text.slice(-REACH)));

function wordsOf(text: string): string[] {
  if (text === '') return [];
  return text.split(' ').filter(isWord);
}

function lastSentenceEnd(text: string): number {
  let end = 0;
  if (MAYBE_END.test(text))
    for (const match of text.matchAll(SENTENCE_ENDS)) end = match.index + match[0].length;
  return end;
}

function firstSentenceEnd(text: string): number {
  const match = SENTENCE_END.exec(text);
  return match === null ? text.length : match.index + match[0].length;
}

/** Twenty words before an anchor: those of its own run and as many of the runs before as it takes. */
function wordsBefore(runs: readonly Run[], index: number, own: readonly string[]): readonly string[] {
  const pieces = [own];
  let count = own.length;
  for (let other = index - 1; other >= 0 && count < CONTEXT_WORDS; other -= 1) {
    const run = runs[other];
    if (run === undefined) break;
    pieces.push(lastWords(run));
    count += lastWords(run).length;
  }
  return pieces.reverse().flat().slice(-CONTEXT_WORDS);
}

function wordsAfter(runs: readonly Run[], index: number, own: readonly string[]): readonly string[] {
  const words = [...own];
  for (let other = index + 1; words.length < CONTEXT_WORDS; other += 1) {
    const run = runs[other];
    if (run === undefined) break;
    words.push(...firstWords(run));
  }
  return words.slice(0, CONTEXT_WORDS);
}

/** Not a dash, a bullet or another mark that stands alone. */
function isWord(text: string): boolean {
  return text.length > 1 || WORD.test(text);
}
