import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { Parser } from 'n3';
import { given } from '../../support/given.js';
import { InputError, messageOf, shellWord } from '../../model/errors.js';
import type { KnowledgeBase } from '../../model/rdf.js';
import { sfwc } from '../../model/vocabulary.js';
import { createOxigraphStore } from '../oxigraph/oxigraph-store.js';
import { checkSize, isEngineFailure } from '../oxigraph/store-limit.js';
import { isCompanion, finishPublications } from './companions.js';
import { statedQuads, readLines, readNQuads } from './nquads-file.js';

const SUFFIX = '.nq.gz';

/** The file of a topic: `kb/computer science.nq.gz` for 'computer science' in `kb`. */
export function topicFile(folder: string, topic: string): string {
  return path.join(folder, `${topic}${SUFFIX}`);
}

export function topicNameOf(file: string): string {
  return path.basename(file, SUFFIX);
}

/** The files of the topics in a folder, sorted; none where there is no such folder. */
export async function topicFilesIn(folder: string): Promise<readonly string[]> {
  if ((await kindOf(folder)) !== 'folder') return [];
  await finishPublications(folder);
  const names = (await readdir(folder)).filter((name) => name.endsWith(SUFFIX) && !isCompanion(name));
  return names.sort().map((name) => path.join(folder, name));
}

/** The files of `kb`, `kb/diabetes` or `kb/diabetes.nq.gz`, sorted. @throws InputError */
export async function knowledgeBaseFiles(place: string): Promise<readonly string[]> {
  const kind = await kindOf(place);
  if (kind !== 'folder') await finishPublications(path.dirname(place));
  if (kind === 'file') return [place];
  if (kind === 'folder') {
    const files = await topicFilesIn(place);
    if (files.length > 0) return files;
    throw new InputError(`${place} holds no knowledge base (no ${SUFFIX} file)`, {
      hint: `build one: sfwc build <folder of texts> --topic NAME --kb ${shellWord(place)}`,
    });
  }
  if ((await kindOf(`${place}${SUFFIX}`)) === 'file') return [`${place}${SUFFIX}`];
  throw new InputError(`there is no knowledge base at ${place}`, {
    hint: 'build one: sfwc build <folder of texts> --topic NAME --kb DIR',
  });
}

/** Reads which companions a topic's file names, from the topic's description at the beginning of the file. */
export async function readCompanions(
  file: string,
): Promise<{ readonly corpus?: string; readonly nif?: string }> {
  for await (const piece of readNQuads(file)) {
    const subject = piece.slice(0, piece.indexOf(' '));
    const lines = piece.split('\n');
    const end = lines.findIndex((line) => !line.startsWith(subject));
    const described = end === -1 ? lines : lines.slice(0, end);
    const fileNamed = (predicate: string): string | undefined => {
      const line = described.find((candidate) => candidate.includes(` <${predicate}> `));
      const name = line && new Parser({ format: 'N-Quads' }).parse(line)[0]?.object.value;
      return name && path.join(path.dirname(file), path.basename(name));
    };
    return given({ corpus: fileNamed(sfwc.corpusRecord), nif: fileNamed(sfwc.nifLayer) });
  }
  return {};
}

/** Loads a file into a knowledge base. @throws InputError naming the file when it is damaged */
export async function loadFile(kb: KnowledgeBase, file: string): Promise<void> {
  try {
    await kb.load(readLines(file), { trusted: (await statedQuads(file)) !== undefined });
  } catch (error) {
    if (error instanceof InputError) throw error;
    if (isEngineFailure(error))
      throw new InputError(`${file} needs more memory than the engine may take`, { cause: error });
    throw new InputError(`${file} is not valid N-Quads: ${messageOf(error)}`, {
      hint: 'the file may be damaged; build it again',
      cause: error,
    });
  }
}

/** Opens a topic by its file. @throws InputError when the file cannot be read, or holds more */
export async function openTopicStore(file: string): Promise<KnowledgeBase> {
  await checkSize([file], file);
  const store = createOxigraphStore();
  await loadFile(store, file);
  return store;
}

/** True if a place is a file, a folder, or does not exist. */
export async function kindOf(place: string): Promise<'file' | 'folder' | 'none'> {
  const found = await stat(place).catch(() => undefined);
  return found === undefined ? 'none' : found.isDirectory() ? 'folder' : 'file';
}
