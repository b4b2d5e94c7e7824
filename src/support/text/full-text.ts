import { normalForm } from './normal-form.js';

let latest: { readonly title: string; readonly text: string; readonly full: string } | undefined;

/**
 * Text of a document or a page that is read, in which offsets count: its title as a sentence of its own, then its text;
 * in Unicode NFC. The latest is remembered, since each step of judging a page asks for it.
 */
export function fullText({ title, text }: { readonly title: string; readonly text: string }): string {
  if (latest?.text !== text || latest.title !== title)
    latest = { title, text, full: normalForm(text.startsWith(title) ? text : `${title}\n\n${text}`) };
  return latest.full;
}
