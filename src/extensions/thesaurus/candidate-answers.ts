import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { InputError, messageOf } from '../../model/errors.js';
import type { CandidateAnswer } from '../../model/vocabulary-candidate.js';
import { jsonFile, replaceFile } from '../../support/files/replace-file.js';

const text = z.string();
const texts = z.array(text).readonly();

const fileSchema = z.object({
  version: z.literal(1),
  answers: z.array(
    z.object({
      term: text,
      accepted: z.object({ pages: z.number(), of: z.number() }),
      sites: z.number(),
      pages: texts,
      contexts: texts,
      nearest: z.object({ iri: text, label: text }).optional(),
      taken: z.boolean(),
      by: text,
      time: text,
    }),
  ),
});

/**
 * The file with the answers about candidates for the vocabulary of a topic, next to the topic's: `bees+candidates.json`. It stays when
 * the topic is built again.
 */
export function candidatesFile(topicFile: string): string {
  return `${topicFile.replace(/\.nq\.gz$/, '')}+candidates.json`;
}

/** The answers about the candidates of a topic; none where nobody has answered. @throws InputError when the file is damaged */
export async function readCandidateAnswers(file: string): Promise<readonly CandidateAnswer[]> {
  try {
    return fileSchema.parse(JSON.parse(await readFile(file, 'utf8'))).answers;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    const why = error instanceof z.ZodError ? 'it does not have the expected form' : messageOf(error);
    throw new InputError(`${file} is damaged: ${why}`, {
      hint: 'restore the file from a copy, or remove it: the candidates are then proposed again',
      cause: error,
    });
  }
}

/** Replaces the answers. @throws OutputError */
export async function writeCandidateAnswers(
  file: string,
  answers: readonly CandidateAnswer[],
): Promise<void> {
  const ordered = [...answers].sort((a, b) => (a.term < b.term ? -1 : 1));
  await replaceFile(file, jsonFile({ version: 1, answers: ordered }));
}
