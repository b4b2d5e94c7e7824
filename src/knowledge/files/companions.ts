import { readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Transform } from 'node:stream';
import { cannotWrite } from '../../support/files/cannot-write.js';
import {
  partialName,
  removeAbandoned,
  jsonFile,
  replaceFile,
  createPartialFile,
  type PartialFile,
  noteFinished,
  noteUnfinished,
} from '../../support/files/replace-file.js';

/**
 * Files that belong to a topic's file and are stored next to it: `bees+corpus-0123456789abcdef.jsonl.gz`. The topic's
 * file names the valid ones, so that replacing this one file replaces all of them atomically. Names of topics have no
 * `+`.
 * Two are not named there, since they only save time or can be made again. The readings of the record have the record's checksum
 * in their name. An expansion is valid while its name has the topic's checksum.
 */
type CompanionKind = keyof typeof ENDINGS;

const ENDINGS = { corpus: '.jsonl.gz', nif: '.nq.gz', readings: '.jsonl.gz', expansion: '.nq.gz' } as const;

/** The name of a companion. @param checksum of its content; the name has the first sixteen characters */
export function companionName(topic: string, kind: CompanionKind, checksum: string): string {
  return `${topic}+${kind}-${checksum.slice(0, 16)}${ENDINGS[kind]}`;
}

/** True if a file is a companion and not a topic. */
export function isCompanion(file: string): boolean {
  return /\+[a-z]+-[0-9a-f]{16}\.(?:jsonl|nq)\.gz$/.test(file);
}

export async function companionsOf(topicFile: string, kind: CompanionKind): Promise<readonly string[]> {
  const begin = `${topicOf(topicFile)}+${kind}-`;
  return (await companionsIn(path.dirname(topicFile))).filter((name) => name.startsWith(begin)).sort();
}

async function companionsIn(folder: string): Promise<readonly string[]> {
  return (await readdir(folder).catch(() => [])).filter(isCompanion);
}

function topicOf(topicFile: string): string {
  return path.basename(topicFile).replace(/\.nq\.gz$/, '');
}

/** The file with the vocabulary of a topic. It stays when texts are added. */
export function vocabularyFile(topicFile: string): string {
  return `${topicFile.replace(/\.nq\.gz$/, '')}+vocabulary.jsonl.gz`;
}

/** Removes companions that a topic's file does not name, and partial files of killed processes, as far as possible. */
async function removeStale(topicFile: string, valid: readonly string[]): Promise<void> {
  const folder = path.dirname(topicFile);
  const topic = topicOf(topicFile);
  await removeAbandoned(
    folder,
    (name) =>
      /\.nq\.gz$|\+[a-z-]+(?:\.json\.gz)?$/.test(name) &&
      (name === `${topic}.nq.gz` || name.startsWith(`${topic}+`)),
  );
  for (const name of await companionsIn(folder))
    if (name.startsWith(`${topic}+`) && !valid.includes(name))
      await rm(path.join(folder, name), { force: true }).catch(() => undefined);
}

/** A companion in the making, which has its name once its content is known. */
export interface OpenCompanion extends Pick<PartialFile, 'discard'> {
  readonly partial: PartialFile;
  /** Completes the file. Returns its name. @param end bytes behind its content @throws OutputError */
  readonly close: (checksum: string, end?: Uint8Array) => Promise<string>;
  /** Moves the file to that name, next to the topic's file. @throws OutputError */
  commit(): Promise<void>;
}

/** Begins a companion of a topic. @throws OutputError */
export async function createCompanion(
  topicFile: string,
  topic: string,
  kind: CompanionKind,
  pack?: Transform,
): Promise<OpenCompanion> {
  const folder = path.dirname(topicFile);
  const partial = await createPartialFile(path.join(folder, `${topic}+${kind}`), pack);
  let name = '';
  return {
    partial,
    close: async (checksum, end) => {
      await partial.close(end);
      return (name = companionName(topic, kind, checksum));
    },
    commit: () => partial.moveTo(path.join(folder, name)),
    discard: () => partial.discard(),
  };
}

/** Ending of the folder of a topic that was built and is to replace the topic. */
const ENDING = '.new';
/** The file in that folder with the names of the others, the topic's own last. */
const LIST = 'files.json';
/** Files that are derived from a topic, under names that do not change. */
const DERIVED = ['+lexicon.json.gz', '+ensemble.json.gz', '+vocabulary.jsonl.gz'];

/** A topic that is built, with all that is derived from it, in a folder of its own. */
interface Publication {
  readonly folder: string;
  /**
   * Puts the topic in the place of the old one, at once: from when the folder gets another name, the new topic is there.
   * Its files are moved then, by this process, or by the next one that opens the topic. @throws OutputError
   */
  publish(): Promise<void>;
  /** Removes the folder, unless the topic was published. */
  close(): Promise<void>;
}

/** @param topicFile that the topic is to have */
export function beginPublication(topicFile: string): Publication {
  const folder = partialName(topicFile);
  noteUnfinished(folder);
  return {
    folder,
    async publish() {
      const own = path.basename(topicFile);
      const others = (await readdir(folder)).filter((name) => name !== own);
      await replaceFile(path.join(folder, LIST), jsonFile([...others, own]));
      try {
        await finishPublications(path.dirname(topicFile));
        await rename(folder, topicFile + ENDING);
        noteFinished(folder);
        await finish(topicFile);
      } catch (thrown) {
        throw cannotWrite(topicFile, thrown);
      }
    },
    async close() {
      await rm(folder, { recursive: true, force: true });
      noteFinished(folder);
    },
  };
}

/** Moves the files of topics that a killed process has published. Where nothing can be written, the old topics stay. */
export async function finishPublications(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => []))
    if (name.endsWith(`.nq.gz${ENDING}`))
      await finish(path.join(folder, name.slice(0, -ENDING.length))).catch(() => undefined);
}

async function finish(topicFile: string): Promise<void> {
  const published = topicFile + ENDING;
  const folder = path.dirname(topicFile);
  const names = JSON.parse(await readFile(path.join(published, LIST), 'utf8')) as readonly string[];
  for (const name of names)
    // What is not there was moved before.
    await rename(path.join(published, name), path.join(folder, name)).catch((thrown: unknown) => {
      if ((thrown as NodeJS.ErrnoException).code !== 'ENOENT') throw thrown;
    });
  const begin = topicFile.replace(/\.nq\.gz$/, '');
  for (const ending of DERIVED)
    if (!names.includes(path.basename(begin + ending))) await rm(begin + ending, { force: true });
  await removeStale(topicFile, names);
  await rm(published, { recursive: true, force: true });
}
