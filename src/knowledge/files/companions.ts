import { readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { cannotWrite } from '../../support/files/cannot-write.js';
import {
  createPartialFile,
  jsonFile,
  noteFinished,
  noteUnfinished,
  partialName,
  removeAbandoned,
  replaceFile,
} from '../../support/files/replace-file.js';

/**
 * Files that belong to a topic's file and are stored next to it: `bees+corpus-0123456789abcdef.jsonl.gz`. The topic's file names
 * the valid ones. Names of topics have no `+`. An expansion is not named there, and is valid while its name has the topic's
 * checksum.
 */
type CompanionKind = keyof typeof ENDINGS;

const ENDINGS = { corpus: '.jsonl.gz', nif: '.nq.gz', expansion: '.nq.gz' } as const;

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
  return path.join(path.dirname(topicFile), `${topicOf(topicFile)}+vocabulary.jsonl.gz`);
}

/** Begins a companion of a topic, next to its file. It has its name once its content is known. @throws OutputError */
export async function createCompanion(topicFile: string, kind: CompanionKind) {
  const folder = path.dirname(topicFile);
  const topic = topicOf(topicFile);
  const partial = await createPartialFile(path.join(folder, `${topic}+${kind}`));
  return {
    partial,
    /** Completes the file, and returns its name. @param end bytes behind its content @throws OutputError */
    finish: async (checksum: string, end?: Uint8Array): Promise<string> => {
      await partial.close(end);
      const name = companionName(topic, kind, checksum);
      await partial.moveTo(path.join(folder, name));
      return name;
    },
    /** Removes the file, unless it is complete. */
    close: () => partial.discard(),
  };
}

/** Ending of the folder of a topic that was built and is to replace the topic. */
const ENDING = '.new';
/** The file in that folder with the names of the others, the topic's own last. */
const LIST = 'files.json';
/** Files that are derived from a topic, under names that do not change. */
const DERIVED = ['+lexicon.json.gz', '+ensemble.json.gz', '+vocabulary.jsonl.gz'];

/** A topic that is built, with all that is derived from it, in a folder of its own. @param topicFile that it is to have */
export function beginPublication(topicFile: string) {
  const folder = partialName(topicFile);
  noteUnfinished(folder);
  return {
    folder,
    /**
     * Puts the topic in the place of the old one, at once: from when the folder gets another name, the new topic is there. Its
     * files are moved then, by this process, or by the next one that opens the topic. @throws OutputError
     */
    async publish(): Promise<void> {
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
    /** Removes the folder, unless the topic was published. */
    async close(): Promise<void> {
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

/** Moves the files of a published topic to their places, and removes those of the topic before, and of killed processes. */
async function finish(topicFile: string): Promise<void> {
  const published = topicFile + ENDING;
  const folder = path.dirname(topicFile);
  const topic = topicOf(topicFile);
  const names = JSON.parse(await readFile(path.join(published, LIST), 'utf8')) as readonly string[];
  for (const name of names)
    // What is not there was moved before.
    await rename(path.join(published, name), path.join(folder, name)).catch((thrown: unknown) => {
      if ((thrown as NodeJS.ErrnoException).code !== 'ENOENT') throw thrown;
    });
  const isOurs = (name: string): boolean => name === `${topic}.nq.gz` || name.startsWith(`${topic}+`);
  const earlier = [
    ...(await companionsIn(folder)).filter(isOurs),
    ...DERIVED.map((ending) => topic + ending),
  ];
  for (const name of earlier.filter((one) => !names.includes(one)))
    await rm(path.join(folder, name), { force: true });
  await removeAbandoned(folder, isOurs);
  await rm(published, { recursive: true, force: true });
}
