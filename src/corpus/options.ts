import type { DetectLanguage } from '../text/language.js';
import type { FileKind } from './file-kinds.js';

/** Settings of the readers; what is absent has the value of {@link DEFAULT_CORPUS_OPTIONS}. */
export interface CorpusOptions {
  /** Fields of a JSON record. */
  readonly textField?: string;
  readonly titleField?: string;
  readonly idField?: string;
  readonly languageField?: string;
  readonly urlField?: string;
  /** Holds the IRI of what the text is about. */
  readonly subjectField?: string;
  /** Longest line of a JSON lines file in bytes, after decompression; a longer one is a problem and skipped. */
  readonly maximumLineBytes?: number;
  /** Largest text, Markdown or HTML file in bytes; a larger one is a problem and skipped. */
  readonly maximumFileBytes?: number;
  /** Kinds of files besides the built-in ones, which they win over. */
  readonly kinds?: readonly FileKind[];
  /** Used where a source does not state the language. */
  readonly detectLanguage?: DetectLanguage;
}

const MEBIBYTE = 1_048_576;

export const DEFAULT_CORPUS_OPTIONS = {
  textField: 'text',
  titleField: 'title',
  idField: 'id',
  languageField: 'language',
  urlField: 'url',
  subjectField: 'iri',
  maximumLineBytes: 64 * MEBIBYTE,
  maximumFileBytes: 64 * MEBIBYTE,
  kinds: [],
} as const satisfies CorpusOptions;
