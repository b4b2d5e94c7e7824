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

const KNOWN: ReadonlyMap<string, AttributeName> = new Map(ATTRIBUTE_NAMES.map((name) => [name, name]));

/** The attribute that is written so; undefined for one that nothing reads. */
export function attributeNamed(written: string): AttributeName | undefined {
  return KNOWN.get(written.toLowerCase());
}

/** True for attributes that scripts and frameworks read; most elements have none. */
export function isMark(name: string): boolean {
  return name.startsWith('data-') || name.startsWith('ng-');
}
