import { InputError } from '../../model/errors.js';
import type { Page } from '../../model/page.js';
import { decodeText } from './charset.js';
import { beginsAsHtml } from '../../support/text/content-type.js';
import { emptyPage } from '../../support/text/empty-page.js';

/** True for a text that is read as a page: HTML by its first tag, or XML. */
export function isMarkup(text: string): boolean {
  return /^\s*<\?xml\b/i.test(text) || beginsAsHtml(text);
}

/**
 * The bytes of a file as text.
 * @param name of the file, for the message
 * @throws InputError for binary content
 */
export function textOfBytes(bytes: Uint8Array, name: string): string {
  const text = decodeText(bytes);
  if (text.includes('\0')) throw new InputError(`${name} is not text`, { hint: 'give HTML or plain text' });
  return text;
}

/** A plain text as a page: its first line is the title, where it is short enough for one. */
export function pageOfText(text: string, url: string, name: string): Page {
  const [first = ''] = text.trim().split('\n', 1);
  return {
    ...emptyPage(url),
    title: first.length <= 120 ? first.replace(/^#+\s*/, '').trim() : name,
    text,
  };
}
