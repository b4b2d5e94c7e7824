import path from 'node:path';
import { companionName, companionsOf } from '../files/companions.js';
import { openTopicStore, readCompanions, topicNameOf } from '../files/kb-folder.js';
import { readTopicFacts } from './topic-facts.js';

/**
 * The files with more graphs of a topic: its NIF layer, which the topic's file names, and its expansion, if it was
 * made from the current topic.
 * @param file the topic's file
 * @throws InputError when the topic's file is damaged
 */
export async function topicLayers(file: string): Promise<readonly string[]> {
  const [{ nif }, expansion] = [await readCompanions(file), await expansionFile(file)];
  return [nif, expansion].filter((layer) => layer !== undefined);
}

async function expansionFile(file: string): Promise<string | undefined> {
  const found = await companionsOf(file, 'expansion');
  if (found.length === 0) return undefined;
  const topic = topicNameOf(file);
  const { checksum } = await readTopicFacts(await openTopicStore(file), topic);
  const name = companionName(topic, 'expansion', checksum);
  return found.includes(name) ? path.join(path.dirname(file), name) : undefined;
}
