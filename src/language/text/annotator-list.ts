// Made by scripts/extension-list.js out of src/extensions/*/extension.ts; `npm run extensions` makes it again.

/** The annotators of extensions by the ISO 639-1 code of the language that they find nouns in. */
export const ANNOTATORS: Readonly<Record<string, { readonly extension: string; readonly name: string }>> = {
  de: { extension: 'languages', name: 'nouns-de/1' },
  es: { extension: 'languages', name: 'nouns-es/1' },
  fr: { extension: 'languages', name: 'nouns-fr/1' },
  it: { extension: 'languages', name: 'nouns-it/1' },
  nl: { extension: 'languages', name: 'nouns-nl/1' },
  pt: { extension: 'languages', name: 'nouns-pt/1' },
};
