import type { CorpusDocument, CorpusProblem, CorpusReader } from '../model/document.js';
import { InputError } from '../model/errors.js';
import { sha256 } from '../support/hash.js';
import type { Spool } from './spool.js';

/** What is kept of a corpus while its texts lie in the spool. */
export interface GatheredCorpus {
  readonly documents: readonly Omit<CorpusDocument, 'text'>[];
  readonly problems: readonly CorpusProblem[];
  /** Characters of text in all. */
  readonly characters: number;
  /** SHA-256 over the documents, in the order of their ids. */
  readonly checksum: string;
}

/**
 * Reads a corpus into a spool.
 * @param onProblem hears of each item that is skipped, as it is met
 * @throws InputError at the first problem when `strict`, or when there is no document at all
 */
export async function gatherCorpus(
  reader: CorpusReader,
  spool: Spool,
  { strict, onProblem }: { readonly strict: boolean; readonly onProblem: (problem: CorpusProblem) => void },
): Promise<GatheredCorpus> {
  const documents: Omit<CorpusDocument, 'text'>[] = [];
  const problems: CorpusProblem[] = [];
  const checksums: string[] = [];
  let characters = 0;
  for await (const item of reader.read()) {
    if (item.kind === 'problem') {
      if (strict)
        throw new InputError(`${item.problem.where}: ${item.problem.message}`, {
          hint: 'without --strict it is skipped',
        });
      problems.push(item.problem);
      onProblem(item.problem);
      continue;
    }
    const { text, ...rest } = item.document;
    documents.push(rest);
    checksums.push(`${rest.id}\t${sha256(JSON.stringify([rest.title, rest.sourceUrl ?? '', text]))}`);
    characters += text.length;
    await spool.add(item.document);
  }
  if (documents.length === 0) {
    throw new InputError(`${reader.name} holds no document that can be read`, {
      hint: 'texts are .txt, .md, .html, .jsonl or .jsonl.gz files',
    });
  }
  return { documents, problems, characters, checksum: sha256(checksums.sort().join('\n')) };
}
