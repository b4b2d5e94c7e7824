import { KNOWN_ENDINGS_TEXT } from '../../../language/corpus/file-kinds.js';
import type { CorpusDocument, CorpusProblem, CorpusReader } from '../../../model/document.js';
import { InputError } from '../../../model/errors.js';
import type { OnWait } from '../../../model/wait.js';
import { sha256 } from '../../../support/hash.js';
import { interruptible } from '../../../support/interruptible.js';
import type { JsonSpool } from '../../../support/files/temporary-folder.js';
import { createLanguageTally, type LanguageTally } from './corpus-check.js';

/** Facts about a document that are kept while its text lies on the disk. */
export interface HeldDocument extends Omit<CorpusDocument, 'text'> {
  /** SHA-256 over title, source URL, text and what it is about. */
  readonly checksum: string;
  /** Length of the text in characters. */
  readonly characters: number;
}

/** Facts about a corpus that are kept while its texts lie in the spool. */
export interface GatheredCorpus {
  readonly documents: readonly HeldDocument[];
  readonly problems: readonly CorpusProblem[];
  readonly languages: LanguageTally;
}

/** Facts about a document that stay in memory. */
export function holdDocument({ text, ...rest }: CorpusDocument): HeldDocument {
  const checksum = sha256(
    JSON.stringify([
      rest.title,
      rest.sourceUrl ?? '',
      text,
      ...(rest.subject === undefined ? [] : [rest.subject]),
    ]),
  );
  return { ...rest, checksum, characters: text.length };
}

/** SHA-256 over documents, whatever their order. */
export function corpusChecksum(documents: readonly HeldDocument[]): string {
  const lines = documents.map(({ id, checksum }) => `${id}\t${checksum}`);
  return sha256(lines.sort().join('\n'));
}

/** Options of gathering a corpus. */
export interface GatherOptions {
  /** The first problem is an error. */
  readonly strict: boolean;
  /** Hears of each item that is skipped, as it is met. */
  readonly onProblem: (problem: CorpusProblem) => void;
  /** Hears of what is loaded before the first document is counted. */
  readonly onWait?: OnWait;
  /** Hears how many documents there are so far. */
  readonly onDocument: (documents: number) => void;
  readonly signal?: AbortSignal;
}

/**
 * Reads a corpus into a spool. Detects the language of each text once, also for documents without a stated one: readers
 * need not.
 * @throws InputError at the first problem when `strict`, or when there is no document at all; the signal's reason
 */
export async function gatherCorpus(
  reader: CorpusReader,
  spool: JsonSpool<CorpusDocument>,
  { strict, onProblem, onDocument, onWait, signal }: GatherOptions,
): Promise<GatheredCorpus> {
  const documents: HeldDocument[] = [];
  const problems: CorpusProblem[] = [];
  const languages = createLanguageTally();
  for await (const item of interruptible(reader.read(), signal)) {
    if (item.kind === 'problem') {
      if (strict)
        throw new InputError(`${item.problem.where}: ${item.problem.message}`, {
          hint: 'without --strict it is skipped',
        });
      problems.push(item.problem);
      onProblem(item.problem);
      continue;
    }
    if (documents.length === 0) onWait?.('loading the language detection');
    const document = withLanguage(item.document, await languages.add(item.document));
    documents.push(holdDocument(document));
    await spool.add(document);
    onDocument(documents.length);
  }
  if (documents.length === 0) {
    throw new InputError(`${reader.name} holds no document that can be read`, {
      hint: noDocumentHint(problems),
    });
  }
  return { documents, problems, languages };
}

/** A document with its language: the one that is stated, or the one that was detected. */
function withLanguage(document: CorpusDocument, detected: string): CorpusDocument {
  if (document.language !== undefined || detected === '') return document;
  const { id, title, text, ...rest } = document;
  // In the order in which readers make documents: records have the same bytes.
  return { id, title, text, language: detected, ...rest };
}

/** Remedy if a source gave no document: the problem of the first one, if there was one. */
function noDocumentHint([first]: readonly CorpusProblem[]): string {
  return first === undefined
    ? `files that are read: ${KNOWN_ENDINGS_TEXT}`
    : `${first.where}: ${first.message}`;
}
