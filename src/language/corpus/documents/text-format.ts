import { decodeText, looksBinary } from '../../../web/page/charset.js';
import { Unreadable, type Draft } from '../draft.js';

const LONGEST_TITLE = 120;

/** Decodes a text file: by its byte order mark, as UTF-8, else as Windows-1252. */
export function readableText(bytes: Uint8Array): string {
  const text = decodeText(bytes);
  if (text.includes('\0') || looksBinary(text))
    throw new Unreadable(
      'binary content where text was expected; convert the file to UTF-8 text or remove it',
    );
  return text;
}

/**
 * Reads plain text. The first line is the title when it is short (at most 120 characters), does not end with a full stop,
 * and an empty line and more text follow it; it then is not part of the text.
 */
export function readPlainText(bytes: Uint8Array): Draft {
  const text = readableText(bytes).replace(/\r\n?/g, '\n').trim();
  const [firstLine = '', secondLine = ''] = text.split('\n', 2);
  const title = firstLine.trim();
  const isTitle = title.length <= LONGEST_TITLE && !title.endsWith('.') && secondLine.trim() === '';
  const rest = text.slice(firstLine.length).trim();
  return isTitle && rest !== '' ? { title, text: rest } : { text };
}
