/** The attributes that are read of pages; parsers need not keep others. */
const ATTRIBUTE_NAMES = [
  ...(['id', 'class', 'role', 'style', 'hidden', 'aria-hidden', 'open', 'itemprop'] as const),
  ...(['href', 'rel', 'title', 'alt', 'type', 'start', 'colspan', 'rowspan'] as const),
  ...(['name', 'property', 'http-equiv', 'content', 'lang', 'xml:lang', 'shadowrootmode'] as const),
  ...(['data-href', 'data-infinite-scroll', 'data-next-page'] as const),
  ...(['ng-app', 'data-ng-app', 'ng-version', 'data-reactroot', 'data-v-app', 'data-app'] as const),
  ...(['data-island', 'data-hydrate', 'data-react-class', 'data-vue-component'] as const),
] as const;

/** The name of an attribute that is read of pages, in lower case. */
export type AttributeName = (typeof ATTRIBUTE_NAMES)[number];

/** The names by their length. */
const BY_LENGTH: AttributeName[][] = [];
for (const name of ATTRIBUTE_NAMES) (BY_LENGTH[name.length] ??= []).push(name);

/** The attribute that is written at a place of a page, in whichever case; undefined for one that nothing reads. */
export function attributeAt(html: string, begin: number, end: number): AttributeName | undefined {
  const names = BY_LENGTH[end - begin];
  if (names === undefined) return undefined;
  for (const name of names) if (html.startsWith(name, begin)) return name;
  if (!hasCapitals(html, begin, end)) return undefined;
  const written = html.slice(begin, end).toLowerCase();
  return names.find((name) => name === written);
}

function hasCapitals(html: string, begin: number, end: number): boolean {
  for (let at = begin; at < end; at += 1) {
    const code = html.charCodeAt(at);
    if (code > 0x7f || (code >= 0x41 && code <= 0x5a)) return true;
  }
  return false;
}

/** True for attributes that scripts and frameworks read; most elements have none. */
export function isMark(name: string): boolean {
  return name.startsWith('data-') || name.startsWith('ng-');
}
