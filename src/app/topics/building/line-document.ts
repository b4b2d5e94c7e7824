import { LINE_DOCUMENT } from '../../../knowledge/files/corpus-record.js';
import type { CorpusDocument, CorpusReader } from '../../../model/document.js';

/** Reads the line about a topic as its only document. */
export function lineReader(topic: string, about: string): CorpusReader {
  const document: CorpusDocument = { id: LINE_DOCUMENT, title: topic, text: about };
  return {
    name: 'the line about the topic',
    async *read() {
      yield await Promise.resolve({ kind: 'document', document } as const);
    },
  };
}
