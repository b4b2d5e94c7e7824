import type { CorpusReader } from '../../model/document.js';
import type { DetectLanguage } from '../text/language.js';
import type { Draft } from './draft.js';

/** Settings of the readers; what is absent has the value of `DEFAULT_CORPUS_OPTIONS`. */
export interface CorpusOptions {
  /** Fields of a JSON record. */
  readonly textField?: string;
  readonly titleField?: string;
  readonly idField?: string;
  readonly languageField?: string;
  readonly urlField?: string;
  /** Holds the IRI of what the text is about. */
  readonly subjectField?: string;
  /** True if a field that a source lacks is looked for by its usual name instead: those of the default options. */
  readonly usualFields?: boolean;
  /** Longest line of a JSON lines file in bytes, after decompression; a longer one is a problem and skipped. */
  readonly maximumLineBytes?: number;
  /** Largest text, Markdown or HTML file in bytes; a larger one is a problem and skipped. */
  readonly maximumFileBytes?: number;
  /** Characters of a document that are read; the rest is left out, with a problem. */
  readonly maximumCharacters?: number;
  /** Kinds of files besides the built-in ones, which they win over. */
  readonly kinds?: readonly FileKind[];
  /** Used where a source does not state the language. */
  readonly detectLanguage?: DetectLanguage;
}

/** Makes a document of the bytes of a file. @throws Unreadable when the bytes are not of this kind or hold no text */
export type ReadDocument = (
  bytes: Uint8Array,
  maximumBytes: number,
  maximumCharacters?: number,
) => Draft | Promise<Draft>;

/** A kind of file, known by the ending of its name (lower case, with the dot). */
export type FileKind =
  | { readonly kind: 'document'; readonly endings: readonly string[]; readonly read: ReadDocument }
  | { readonly kind: 'records'; readonly endings: readonly string[]; readonly open: OpenRecords };

/**
 * Makes the reader of a file that holds many documents; its `read` throws InputError when the file cannot be read.
 * @param pathInFolder path from the folder that is read, with slashes; absent when the file itself is the source
 */
export type OpenRecords = (source: string, options?: CorpusOptions, pathInFolder?: string) => CorpusReader;
