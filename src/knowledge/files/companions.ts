import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { removeAbandoned } from '../../support/files/partial-names.js';

/**
 * Files that belong to a topic's file and are stored next to it: `bees+corpus-0123456789abcdef.jsonl.gz`. The topic's
 * file names the valid ones, so that replacing this one file replaces all of them atomically. Names of topics have no
 * `+`.
 * Two are not named there, since they only save time or can be made again. The readings of the record have the record's checksum
 * in their name. An expansion is valid while its name has the topic's checksum.
 */
export type CompanionKind = 'corpus' | 'nif' | 'readings' | 'expansion';

const ENDINGS: Readonly<Record<CompanionKind, string>> = {
  corpus: '.jsonl.gz',
  nif: '.nq.gz',
  readings: '.jsonl.gz',
  expansion: '.nq.gz',
};

/** The name of a companion. @param checksum of its content; the name has the first sixteen characters */
export function companionName(topic: string, kind: CompanionKind, checksum: string): string {
  return `${topic}+${kind}-${checksum.slice(0, 16)}${ENDINGS[kind]}`;
}

/** True if a file is a companion and not a topic. */
export function isCompanion(file: string): boolean {
  return /\+[a-z]+-[0-9a-f]{16}\.(?:jsonl|nq)\.gz$/.test(file);
}

/** A topic's companions of a kind, valid or not. */
export async function companionsOf(topicFile: string, kind: CompanionKind): Promise<readonly string[]> {
  const begin = `${path.basename(topicFile).replace(/\.nq\.gz$/, '')}+${kind}-`;
  const names = await readdir(path.dirname(topicFile)).catch(() => []);
  return names.filter((name) => name.startsWith(begin) && isCompanion(name)).sort();
}

/**
 * Removes the companions that a topic's file does not name, and its partial files of killed processes. Files that
 * cannot be removed stay; they do no harm.
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
 * Removes partial files of killed processes from the folder of a knowledge base: of topics, companions and
 * classifiers.
 * @param topic only files of this topic; default: all
 */
export function removePartialFiles(folder: string, topic?: string): Promise<void> {
  return removeAbandoned(folder, (name) => {
    if (!/\.nq\.gz$|\+[a-z-]+(?:\.json\.gz)?$/.test(name)) return false;
    return topic === undefined || name === `${topic}.nq.gz` || name.startsWith(`${topic}+`);
  });
}
