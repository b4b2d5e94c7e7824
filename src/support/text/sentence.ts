import type { SfwcError } from '../../model/errors.js';

/** An error with what to do about it: in one sentence, or on a line of its own where the message has several. */
export function sentenceOf({ message, hint }: SfwcError): string {
  if (hint === undefined) return message;
  return message.includes('\n') ? `${message}\n${hint}` : `${message}; ${hint}`;
}
