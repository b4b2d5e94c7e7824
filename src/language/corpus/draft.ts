import type { CorpusItem, CorpusProblem } from '../../model/document.js';
import type { DetectLanguage } from '../text/language.js';
import { cutAt } from '../../support/text/cut-text.js';
import { normalForm } from '../../support/text/normal-form.js';

const MEBIBYTE = 1_048_576;

/** The settings of corpus readers where none are given. */
export const DEFAULT_CORPUS_OPTIONS = {
  textField: 'text',
  titleField: 'title',
  idField: 'id',
  languageField: 'language',
  urlField: 'url',
  subjectField: 'iri',
  usualFields: false,
  maximumLineBytes: 64 * MEBIBYTE,
  maximumFileBytes: 64 * MEBIBYTE,
  // A thick book has 3,000,000.
  maximumCharacters: 5_000_000,
  kinds: [],
} as const;

/** Draft that a format makes of one file or record, before it is checked and completed. */
export interface Draft {
  /** Default: the id. */
  readonly title?: string;
  readonly text: string;
  /** BCP 47. Default: it is detected. */
  readonly language?: string;
  /** The address that the text was taken from. */
  readonly sourceUrl?: string;
  /** The IRI of what the text is about. */
  readonly subject?: string;
  /** Warning about parts that could not be read although the rest could. */
  readonly warning?: string;
}

/** The content cannot be read at all; the message says what to do. */
export class Unreadable extends Error {}

export function problem(where: string, message: string, kind?: CorpusProblem['kind']): CorpusItem {
  const oneLine = message.replace(/\s+/g, ' ').trim();
  return { kind: 'problem', problem: { where, message: oneLine, kind } };
}

/** The text without its first paragraph where that only repeats the title. */
function withoutTitle(text: string, title: string): string {
  return text.startsWith(`${title}\n\n`) ? text.slice(title.length).trim() : text;
}

/** Message about a text of which only so many characters are read. */
export function tooLong(maximumCharacters: number): string {
  const most = maximumCharacters.toLocaleString('en');
  return `only its first ${most} characters are read; split it into several documents`;
}

/** Longer titles are none. */
const MAX_TITLE = 10_000;
const cutTitle = (title: string): string => title.slice(0, cutAt(title, MAX_TITLE));

/**
 * Turns a draft into a document: tidies text and title, drops a leading line that repeats the title, detects the language where
 * none is stated. A text beyond the limit is cut, which is a problem as well; a draft without a letter is only a problem.
 */
export async function* finishDraft(
  draft: Draft,
  place: { readonly id: string; readonly where: string },
  detectLanguage: DetectLanguage,
  maximumCharacters: number = DEFAULT_CORPUS_OPTIONS.maximumCharacters,
): AsyncGenerator<CorpusItem> {
  if (draft.warning !== undefined) yield problem(place.where, draft.warning);
  const length = cutAt(draft.text, maximumCharacters);
  if (length < draft.text.length) yield problem(place.where, tooLong(maximumCharacters));
  const stated = cutTitle(draft.title ?? '');
  const title = tidyText(stated).replace(/\s+/g, ' ') || place.id;
  const text = withoutTitle(tidyText(draft.text.slice(0, length)), title);
  if (!/\p{L}/u.test(text)) {
    yield problem(
      place.where,
      'empty document: it holds no text; remove it from the corpus or supply its text',
      'empty',
    );
    return;
  }
  const language = draft.language ?? (await detectLanguage(text));
  yield {
    kind: 'document',
    document: {
      id: place.id,
      title,
      text,
      language,
      sourceUrl: draft.sourceUrl,
      subject: draft.subject,
    },
  };
}

/** A line may be wrapped at widths in this range, in characters; shorter lines are verses, tables or lists. */
const WRAP_WIDTH = { smallest: 40, largest: 160 };

/**
 * True when the lines are one paragraph broken by an editor: no line but the last had room for the first word of the
 * next one.
 */
function isWrapped(lines: readonly string[]): boolean {
  const width = lines.reduce((widest, line) => Math.max(widest, line.length), 0);
  if (width < WRAP_WIDTH.smallest || width > WRAP_WIDTH.largest) return false;
  return lines.every((line, index) => {
    const next = lines[index + 1];
    return next === undefined || line.length + 1 + firstWordLength(next) > width;
  });
}

function firstWordLength(line: string): number {
  const end = line.indexOf(' ');
  return end < 0 ? line.length : end;
}

/** Blanks that are not a single space. Most lines have none, and stay as they are. */
const UNTIDY_BLANKS = /[^\S ]\s*| \s+/g;

/**
 * Text as a document carries it: Unicode NFC, `\n` ends lines, blanks collapsed, paragraphs separated by one empty
 * line, hard-wrapped paragraphs joined to one line (nouns would be torn apart at the line's end), trimmed.
 */
export function tidyText(text: string): string {
  const lines = text
    .replace(/[\u00AD\u200B\u2060\uFEFF\0]/g, '')
    .replace(/\r\n?|[\u2028\v\u0085]/g, '\n')
    .replace(/[\f\u2029]/g, '\n\n');
  return normalForm(lines)
    .split(/\n(?:[^\S\n]*\n)+/)
    .map((paragraph) => {
      const lines = paragraph
        .split('\n')
        .map((line) => line.replace(UNTIDY_BLANKS, ' ').trim())
        .filter((line) => line !== '');
      return lines.join(isWrapped(lines) ? ' ' : '\n');
    })
    .filter((paragraph) => paragraph !== '')
    .join('\n\n');
}
