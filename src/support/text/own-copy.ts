/** Strings of fewer units are never views. */
const SHORTEST_VIEW = 13;

/**
 * The same string in memory of its own. V8 keeps a part of a string as a view of the whole, so that a word in a cache would
 * keep the text that it was read from.
 */
export function ownCopy(text: string): string {
  return text.length < SHORTEST_VIEW ? text : text.split('').join('');
}
