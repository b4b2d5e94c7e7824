/**
 * What is read of a document or a page, and what offsets count in: its title as a sentence of its own, then its text;
 * in Unicode NFC.
 */
export function fullText({ title, text }: { readonly title: string; readonly text: string }): string {
  return (text.startsWith(title) ? text : `${title}\n\n${text}`).normalize('NFC');
}
