import type { PageColumn, PageRow } from '../../../judging/plugins/plugin.js';
import { scoreOrNull } from '../../../model/verdict-by-threshold.js';
import path from 'node:path';
import type { JudgedRecord } from './filter-messages.js';

/** The columns of the Parquet file of an archive that was filtered. */
export const ACCEPTED_COLUMNS: readonly PageColumn[] = [
  { name: 'url', type: 'text', meaning: 'address of the page, as its record states it' },
  { name: 'date', type: 'text', meaning: 'when it was captured, ISO 8601' },
  { name: 'title', type: 'text', meaning: 'title' },
  { name: 'language', type: 'text', meaning: 'language, BCP 47, where it is stated or could be detected' },
  { name: 'score', type: 'number', meaning: "score on the classifier's scale" },
  { name: 'threshold', type: 'number', meaning: 'score from which pages of the file were accepted' },
  { name: 'topic', type: 'text', meaning: 'topic that it was accepted for; of several the best' },
  { name: 'classifier', type: 'text', meaning: 'classifier that accepted it' },
  { name: 'reason', type: 'text', meaning: 'why it was accepted, in a sentence' },
  { name: 'nouns', type: 'list', meaning: 'nouns with the most influence, the strongest first' },
  { name: 'digest', type: 'text', meaning: 'digest of the payload or block, as the record states it' },
  { name: 'record', type: 'text', meaning: 'WARC-Record-ID of the record' },
  { name: 'source', type: 'text', meaning: 'name of the archive that was filtered' },
  {
    name: 'offset',
    type: 'number',
    meaning: 'byte of that file at which the record, or its gzip member, begins',
  },
];

/** An accepted page as a row. @param topic the topic where pages are judged by one */
export function acceptedRow(record: JudgedRecord, file: string, topic?: string): PageRow {
  const { url, date, title, language, judgement, digest, recordId, span } = record;
  const { score, classifier, reason } = judgement;
  return {
    ...{ url, date, title, language, classifier, digest },
    score: scoreOrNull(score) ?? undefined,
    threshold: reason.band.low ?? undefined,
    topic: judgement.topic ?? topic,
    reason: reason.summary,
    nouns: reason.evidence.map(({ lemma }) => lemma),
    record: recordId,
    source: path.basename(file),
    offset: span.offset,
  };
}
