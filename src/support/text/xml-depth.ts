/** Levels of nested elements that XML of data may have. Parsers look through all of them at each element. */
export const MAX_XML_LEVELS = 1000;

/** True if elements are nested more than {@link MAX_XML_LEVELS} deep. Attributes with angle brackets count as elements. */
export function isXmlTooDeep(text: string): boolean {
  let level = 0;
  for (const [tag] of text.matchAll(/<[^!?<>][^<>]*>/g)) {
    if (tag.startsWith('</')) level = Math.max(level - 1, 0);
    else if (!tag.endsWith('/>')) level += 1;
    if (level > MAX_XML_LEVELS) return true;
  }
  return false;
}
