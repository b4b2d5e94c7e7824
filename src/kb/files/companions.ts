import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { removeAbandoned } from '../../support/files/partial-names.js';

/**
 * Files that belong to a topic's file and lie beside it: `bees+corpus-0123456789abcdef.jsonl.gz`. The topic's file names
 * those that are valid, so that replacing that one file replaces them all at once. A `+` is in no topic's name.
 * An expansion, which may be made again at any time, is not named there: it is valid when its own name has the checksum of the
 * topic, and so is out of date by itself when the topic is changed.
 */
export type CompanionKind = 'corpus' | 'nif' | 'expansion';

const ENDINGS: Readonly<Record<CompanionKind, string>> = {
  corpus: '.jsonl.gz',
  nif: '.nq.gz',
  expansion: '.nq.gz',
};

/** The name of a companion. @param checksum of what is in it; sixteen characters of it stand in the name */
export function companionName(topic: string, kind: CompanionKind, checksum: string): string {
  return `${topic}+${kind}-${checksum.slice(0, 16)}${ENDINGS[kind]}`;
}

/** Whether a file is a companion of a topic, and no topic itself. */
export function isCompanion(file: string): boolean {
  return /\+[a-z]+-[0-9a-f]{16}\.(?:jsonl|nq)\.gz$/.test(file);
}

/** The names of a topic's companions of a kind, valid or not. */
export async function companionsOf(topicFile: string, kind: CompanionKind): Promise<readonly string[]> {
  const begin = `${path.basename(topicFile).replace(/\.nq\.gz$/, '')}+${kind}-`;
  const names = await readdir(path.dirname(topicFile)).catch(() => []);
  return names.filter((name) => name.startsWith(begin) && isCompanion(name)).sort();
}

/**
 * Removes the companions of a topic that its file does not name, and what killed processes left half written of it.
 * What cannot be removed stays; it does no harm.
 */
export async function removeStale(topicFile: string, valid: readonly string[]): Promise<void> {
  const folder = path.dirname(topicFile);
  const topic = path.basename(topicFile).replace(/\.nq\.gz$/, '');
  await removePartialFiles(folder, topic);
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const stale = name.startsWith(`${topic}+`) && isCompanion(name) && !valid.includes(name);
    if (stale) await rm(path.join(folder, name), { force: true }).catch(() => undefined);
  }
}

/**
 * Removes what killed processes left half written in the folder of a knowledge base: of topics, of their companions and
 * of their classifiers.
 * @param topic whose files alone are meant; default: all
 */
export function removePartialFiles(folder: string, topic?: string): Promise<void> {
  return removeAbandoned(folder, (name) => {
    if (!/\.nq\.gz$|\+[a-z-]+(?:\.json\.gz)?$/.test(name)) return false;
    return topic === undefined || name === `${topic}.nq.gz` || name.startsWith(`${topic}+`);
  });
}
