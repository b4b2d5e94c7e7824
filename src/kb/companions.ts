import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';

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
 * Removes the companions of a topic that its file does not name, and what killed processes left half written.
 * What cannot be removed stays; it does no harm.
 */
export async function removeStale(topicFile: string, valid: readonly string[]): Promise<void> {
  const folder = path.dirname(topicFile);
  const topic = path.basename(topicFile).replace(/\.nq\.gz$/, '');
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const stale =
      (name.startsWith(`${topic}+`) && isCompanion(name) && !valid.includes(name)) ||
      isAbandoned(name, topic);
    if (stale) await rm(path.join(folder, name), { force: true }).catch(() => undefined);
  }
}

/** Half-written files carry the number of their process; where that lives, it may be writing still. */
function isAbandoned(name: string, topic: string): boolean {
  const [, base = '', pid] = /^(.+)\.partial-(\d+)$/.exec(name) ?? [];
  const own = base === `${topic}.nq.gz` || base.startsWith(`${topic}+`);
  return own && pid !== undefined && Number(pid) !== process.pid && !lives(Number(pid));
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Not ours to signal, but there.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
