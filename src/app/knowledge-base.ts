import path from 'node:path';
import { knowledgeBaseFiles, loadFile, readCompanions, topicFile } from '../kb/kb-folder.js';
import { createOxigraphStore } from '../kb/oxigraph-store.js';
import { InputError } from '../model/errors.js';
import type { KnowledgeBase } from '../model/rdf.js';
import { readTopicFacts, type TopicFacts } from '../topic/topic-facts.js';
import { FORMAT_VERSION } from '../krs/topic-quads.js';

/**
 * Opens a knowledge base: all topics of a folder, or one topic (`kb/diabetes`), with their NIF layers where they have
 * any, together with the results of crawls.
 *
 * @param place folder, or file with or without `.nq.gz`
 * @param crawls result folders of crawls whose pages and decisions are asked together with it
 * @throws InputError when there is nothing to open or a file is damaged
 */
export async function openKnowledgeBase(
  place: string,
  crawls: readonly string[] = [],
): Promise<KnowledgeBase> {
  const files = await knowledgeBaseFiles(place);
  const kb = createOxigraphStore();
  for (const file of files) await loadFile(kb, file);
  for (const file of files) {
    const { nif } = await readCompanions(file);
    if (nif !== undefined) await loadFile(kb, nif);
  }
  for (const folder of crawls) await loadFile(kb, crawlQuadsFile(folder));
  return kb;
}

/** The file with a crawl's RDF in its result folder. */
export function crawlQuadsFile(folder: string): string {
  return path.join(folder, 'crawl.nq.gz');
}

/** A topic that is ready to judge by. */
export interface OpenTopic {
  readonly kb: KnowledgeBase;
  readonly facts: TopicFacts;
}

/**
 * Opens one topic of a knowledge base folder; other topics are not read.
 * @throws InputError when the folder has no such topic, or it was written by another version
 */
export async function openTopic(folder: string, name: string): Promise<OpenTopic> {
  const file = topicFile(folder, name);
  const files = await knowledgeBaseFiles(folder);
  if (!files.includes(file) && !files.some((candidate) => path.resolve(candidate) === path.resolve(file))) {
    const known = files.map((candidate) => path.basename(candidate, '.nq.gz')).join(', ');
    throw new InputError(`${folder} has no topic '${name}'`, { hint: `it has: ${known}` });
  }
  const kb = createOxigraphStore();
  await loadFile(kb, file);
  const facts = await readTopicFacts(kb, name);
  if (facts.formatVersion !== FORMAT_VERSION) {
    throw new InputError(
      `${file} has format version ${facts.formatVersion}, this is sfwc with ${FORMAT_VERSION}`,
      {
        hint: 'build the topic again',
      },
    );
  }
  return { kb, facts };
}
