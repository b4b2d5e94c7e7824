/**
 * The file with the vocabulary of a topic, next to the topic's: `bees+vocabulary.jsonl.gz`. It stays when texts are added, and is
 * removed when the topic is built without a vocabulary.
 */
export function vocabularyFile(topicFile: string): string {
  return `${topicFile.replace(/\.nq\.gz$/, '')}+vocabulary.jsonl.gz`;
}
