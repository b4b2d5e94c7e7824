const MEBIBYTE = 1_048_576;

/** The settings of corpus readers where none are given. */
export const DEFAULT_CORPUS_OPTIONS = {
  textField: 'text',
  titleField: 'title',
  idField: 'id',
  languageField: 'language',
  urlField: 'url',
  subjectField: 'iri',
  usualFields: false,
  maximumLineBytes: 64 * MEBIBYTE,
  maximumFileBytes: 64 * MEBIBYTE,
  // A thick book has 3,000,000.
  maximumCharacters: 5_000_000,
  followLinks: false,
  kinds: [],
} as const;
