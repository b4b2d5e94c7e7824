import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { isTrainable } from '../../../judging/judge/chosen-classifier.js';
import { readsByLexicon } from '../../../judging/judge/languages.js';
import { companionName, companionsOf } from '../../../knowledge/files/companions.js';
import { classifierFile, isTrainedOn } from '../../../knowledge/files/classifier-file.js';
import { readCompanions, topicFile } from '../../../knowledge/files/kb-folder.js';
import type { RecordHeader } from '../../../knowledge/files/corpus-record.js';
import { lexiconFile } from '../../../knowledge/files/lexicon-file.js';
import { openTopic } from '../../../knowledge/places/knowledge-base.js';
import type { KnowledgeBase, QueryScope } from '../../../model/rdf.js';
import { sfwc } from '../../../model/vocabulary.js';
import { fileChecksum } from '../../../support/files/file-checksum.js';
import { fileExists } from '../../../support/files/file-exists.js';
import { ABOUT_NO_NOUN, type TopicFacts } from '../../../knowledge/places/topic-facts.js';
import type { CorpusToBuild } from './corpus-to-build.js';
import type { SavedTopic } from './save-topic.js';

/**
 * The topic as it is saved, where a change brings nothing: no document comes or goes, no setting is another, and what is
 * derived from the topic is there. Undefined where there is something to build.
 * @param header what the record of the corpus would say after the change
 */
export async function unchangedTopic(
  { settings, change }: CorpusToBuild,
  header: RecordHeader,
): Promise<SavedTopic | undefined> {
  if (change === undefined || settings.fromCrawl.length > 0) return undefined;
  const { added, replaced, removed } = change.counts;
  if (added + replaced + removed > 0 || !isSameHeader(header, change.before.record.header)) return undefined;
  const { kb, topic } = settings;
  const file = path.normalize(topicFile(kb, topic));
  const opened = await openTopic(kb, topic);
  if (!(await isWhole(kb, file, opened.facts))) return undefined;
  // A file that is not as it was saved is read whole, which tells whether it is damaged.
  const isAsSaved = change.before.topicFileChecksum === (await fileChecksum(file));
  return {
    file,
    statistics: await readStatistics(opened.kb, opened.facts, isAsSaved ? ABOUT_NO_NOUN : undefined),
  };
}

/** Compares a header with one that was read from a record: in JSON, undefined properties are left out. */
function isSameHeader(now: RecordHeader, before: RecordHeader): boolean {
  return isDeepStrictEqual(JSON.parse(JSON.stringify(now)), before);
}

/** Whether the files next to the topic belong to it: an interrupted build leaves some out. */
async function isWhole(kb: string, file: string, facts: TopicFacts): Promise<boolean> {
  const { name, checksum } = facts;
  const companions: readonly string[] = Object.values(await readCompanions(file));
  for (const companion of companions) if (!(await fileExists(companion))) return false;
  if (readsByLexicon(facts) && !(await fileExists(lexiconFile(kb, name)))) return false;
  const expansions = await companionsOf(file, 'expansion');
  if (expansions.some((expansion) => expansion !== companionName(name, 'expansion', checksum))) return false;
  return !isTrainable(facts) || isTrainedOn(classifierFile(kb, name, 'ensemble'), checksum);
}

async function readStatistics(
  kb: KnowledgeBase,
  facts: TopicFacts,
  scope: QueryScope | undefined,
): Promise<SavedTopic['statistics']> {
  const { rows } = await kb.select(
    `SELECT * WHERE {
    <${facts.iri}> <${sfwc.statistics}> ?s .
    ?s <${sfwc.nounCount}> ?nouns ; <${sfwc.linkedNounCount}> ?linkedNouns ; <${sfwc.entityCount}> ?entities ; <${sfwc.linkedEntityCount}> ?linkedEntities .
  }`,
    scope,
  );
  const number = (variable: string): number => Number(rows[0]?.[variable]?.value ?? 0);
  return {
    documents: facts.documents,
    nouns: number('nouns'),
    linkedNouns: number('linkedNouns'),
    entities: number('entities'),
    linkedEntities: number('linkedEntities'),
    idf: facts.idf,
  };
}
