import path from 'node:path';
import type { Description } from '../../support/rdf/quads.js';
import { companionName } from './companions.js';
import { fileEnd } from './file-end.js';
import { createPartialFile } from '../../support/files/partial-file.js';
import { addQuads } from './nquads-file.js';

/** A NIF layer being written. */
export interface NifWriter {
  add(quads: Iterable<Description>): Promise<void>;
  /**
   * Completes the file. Returns the name of the layer.
   * @param checksum of what the layer is made from
   * @throws OutputError
   */
  close(checksum: string): Promise<string>;
  /** Moves the file to that name, next to the topic's file. @throws OutputError */
  commit(): Promise<void>;
  discard(): Promise<void>;
}

/** Creates the NIF layer of a topic. @throws OutputError */
export async function createNifWriter(topicFile: string, topic: string): Promise<NifWriter> {
  const folder = path.dirname(topicFile);
  const partial = await createPartialFile(path.join(folder, `${topic}+nif`));
  let name = '';
  let count = 0;
  return {
    add: async (quads) => {
      count += await addQuads(partial, quads);
    },
    close: async (checksum) => {
      await partial.close(fileEnd(count));
      name = companionName(topic, 'nif', checksum);
      return name;
    },
    commit: () => partial.moveTo(path.join(folder, name)),
    discard: () => partial.discard(),
  };
}
