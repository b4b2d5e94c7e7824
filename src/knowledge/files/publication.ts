import { readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { cannotWrite } from '../../support/files/cannot-write.js';
import { partialName } from '../../support/files/partial-names.js';
import { jsonFile, replaceFile } from '../../support/files/replace-file.js';
import { noteFinished, noteUnfinished } from '../../support/files/unfinished.js';
import { removeStale } from './companions.js';

/** Ending of the folder of a topic that was built and is to replace the topic. */
const ENDING = '.new';
/** The file in that folder with the names of the others, the topic's own last. */
const LIST = 'files.json';
/** Files that are derived from a topic, under names that do not change. */
const DERIVED = ['+lexicon.json.gz', '+ensemble.json.gz', '+vocabulary.jsonl.gz'];

/** A topic that is built, with all that is derived from it, in a folder of its own. */
export interface Publication {
  readonly folder: string;
  /**
   * Puts the topic in the place of the old one, at once: from when the folder gets another name, the new topic is there.
   * Its files are moved then, by this process, or by the next one that opens the topic.
   * @throws OutputError
   */
  publish(): Promise<void>;
  /** Removes the folder, unless the topic was published. */
  close(): Promise<void>;
}

/** @param topicFile that the topic is to have */
export function beginPublication(topicFile: string): Publication {
  const folder = partialName(topicFile);
  noteUnfinished(folder);
  const close = async (): Promise<void> => {
    await rm(folder, { recursive: true, force: true });
    noteFinished(folder);
  };
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
    close,
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
