export function unescapePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const ESCAPES: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' };

export function escapeHtml(text: string): string {
  return text.replace(/[<>&"]/g, (character) => ESCAPES[character] ?? character);
}
