import { topicFile } from '../../../knowledge/files/kb-folder.js';
import { InputError } from '../../../model/errors.js';
import type { TopicTexts } from '../../../crawling/priority/term-weights.js';
import { ENGLISH } from '../../../language/text/words-only-annotator.js';
import { parsePlace } from '../../../knowledge/places/parse-place.js';
import {
  generalEnglishTexts,
  hasRecord,
  learnFromRecord,
  openRecord,
} from '../../topics/building/recorded-texts.js';

/** The texts of a topic, and their language as an ISO 639-1 code. */
export interface TextsOfTopic extends TopicTexts {
  readonly language: string;
}

/**
 * The texts that strategies learn a topic from, out of the record of its corpus. A topic that was built without a
 * background gets general English for one: WordNet's glosses.
 *
 * @throws InputError when the texts are not there: in a SPARQL endpoint, or the record is missing or damaged
 */
export async function strategyTexts(kb: string, topic: string, strategy: string): Promise<TextsOfTopic> {
  const { path, name } = parsePlace(kb);
  if (path === undefined) {
    throw new InputError(
      `strategy '${strategy}' needs the texts of topic '${topic}', which ${name} does not hold`,
      {
        hint: 'learning makes do with the nouns of the topic, and krs, krs-best-first and breadth-first with judgements; for the others build the topic into a folder',
      },
    );
  }
  const record = await openRecord(topicFile(path, topic));
  const texts = await learnFromRecord(
    record,
    () => record.documents(),
    ({ document: { title, text } }) => ({
      title,
      text,
    }),
  );
  const { textLanguage: language = ENGLISH } = record.header;
  if (texts.background.length > 0) return { ...texts, language };
  return { ...texts, language, background: generalEnglishTexts().map((text) => ({ title: '', text })) };
}

/** True if {@link strategyTexts} finds the texts of a topic. */
export async function hasTexts(kb: string, topic: string): Promise<boolean> {
  const { path } = parsePlace(kb);
  return path !== undefined && hasRecord(topicFile(path, topic));
}
