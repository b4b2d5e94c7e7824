import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { knowledgeBaseFiles, loadFile, openTopicStore, topicFile, topicNameOf } from '../files/kb-folder.js';
import { readQuads } from '../files/quad-file.js';
import { createOxigraphStore } from '../oxigraph/oxigraph-store.js';
import { checkSize } from '../oxigraph/store-limit.js';
import { InputError } from '../../model/errors.js';
import type { KnowledgeBase } from '../../model/rdf.js';
import { fileExists } from '../../support/files/file-exists.js';
import type { DatasetUnit, Place } from './place.js';
import { topicLayers } from './topic-layers.js';

/** A folder of topics, or one topic by its file, with or without `.nq.gz`. */
export function filePlace(place: string): Place {
  return {
    name: place,
    iri: pathToFileURL(path.resolve(place)).href,
    path: place,
    async open(crawls) {
      const topics = await knowledgeBaseFiles(place);
      const layers: string[] = [];
      for (const file of topics) layers.push(...(await topicLayers(file)));
      const files = [...topics, ...layers];
      await checkSize(files, place);
      const kb = createOxigraphStore();
      for (const file of [...files, ...crawls]) await loadFile(kb, file);
      return kb;
    },
    openTopic: (name) => loadTopic(place, name),
    async *units() {
      for (const file of await knowledgeBaseFiles(place))
        yield { name: file, open: () => topicUnit(place, file) };
    },
    async *quads(_graphs, scope) {
      for (const file of await knowledgeBaseFiles(place))
        for (const part of [file, ...(await topicLayers(file))]) yield* readQuads(part, scope());
    },
  };
}

async function loadTopic(folder: string, name: string): Promise<KnowledgeBase> {
  const file = topicFile(folder, name);
  const files = await knowledgeBaseFiles(folder);
  if (!files.includes(file) && !files.some((candidate) => path.resolve(candidate) === path.resolve(file))) {
    const known = files.map(topicNameOf).join(', ');
    throw new InputError(`${folder} has no topic '${name}'`, { hint: `it has: ${known}` });
  }
  return openTopicStore(file);
}

async function topicUnit(place: string, file: string): Promise<DatasetUnit> {
  const kb = createOxigraphStore();
  const layers: string[] = [];
  for (const layer of await topicLayers(file)) if (await fileExists(layer)) layers.push(layer);
  for (const one of [file, ...layers]) await loadFile(kb, one);
  return { kind: 'topic', name: file, place, kb, files: [file, ...layers] };
}
