import type { CorpusItem, CorpusProblem } from '../model/document.js';
import type { DetectLanguage } from '../text/language.js';
import { tidyText } from './plain.js';
import { given } from '../support/given.js';

/** What a format makes of one file or record, before it is checked and completed. */
export interface Draft {
  readonly title?: string | undefined;
  readonly text: string;
  readonly language?: string | undefined;
  readonly sourceUrl?: string | undefined;
  /** The IRI of what the text is about. */
  readonly subject?: string | undefined;
  /** What could not be read although the rest could. */
  readonly warning?: string | undefined;
}

/** The content cannot be read at all; the message says what to do. */
export class Unreadable extends Error {}

/** A problem as an item of a corpus; the message is put on one line. */
export function problem(where: string, message: string, kind?: CorpusProblem['kind']): CorpusItem {
  const oneLine = message.replace(/\s+/g, ' ').trim();
  return { kind: 'problem', problem: { where, message: oneLine, ...given({ kind }) } };
}

/** The text without its first paragraph where that only repeats the title. */
function withoutTitle(text: string, title: string): string {
  return text.startsWith(`${title}\n\n`) ? text.slice(title.length).trim() : text;
}

/**
 * Turns a draft into a document: tidies text and title, takes a leading line that repeats the title out of the text,
 * uses the id where there is no title and detects the language where none is stated.
 * A draft without a letter gives the problem 'empty document' instead.
 */
export async function* finishDraft(
  draft: Draft,
  place: { readonly id: string; readonly where: string },
  detectLanguage: DetectLanguage,
): AsyncGenerator<CorpusItem> {
  if (draft.warning !== undefined) yield problem(place.where, draft.warning);
  const title = tidyText(draft.title ?? '').replace(/\s+/g, ' ') || place.id;
  const text = withoutTitle(tidyText(draft.text), title);
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
      ...given({ language, sourceUrl: draft.sourceUrl, subject: draft.subject }),
    },
  };
}
