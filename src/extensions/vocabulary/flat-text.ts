/** Characters up to which strings are copied anyway. */
const SHORT = 12;

/**
 * A string that does not keep the text alive out of which a parser cut it: V8 makes slices that refer to it. Reading a vocabulary
 * would otherwise keep the whole file in memory.
 */
export function flatText(text: string): string {
  return text.length <= SHORT ? text : Buffer.from(text, 'utf8').toString('utf8');
}
