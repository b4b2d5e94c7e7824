/** A text with its percent escapes resolved; as it is where they are malformed. */
export function unescapePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A text as a regular expression that matches just that text. */
export function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

const ESCAPES: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' };

/** Escapes text for HTML, inside and outside of attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[<>&"]/g, (character) => ESCAPES[character] ?? character);
}
