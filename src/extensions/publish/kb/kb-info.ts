import { numberText } from '../../../crawling/engine/activity.js';
import { openUnits, type UnitPlaces, type DatasetUnit } from '../../../knowledge/places/knowledge-base.js';
import { readTopicFacts, type TopicFacts } from '../../../knowledge/places/topic-facts.js';
import { isWordsOnly } from '../../../knowledge/places/topic-nouns.js';
import { rdfs, sfwc } from '../../../model/vocabulary.js';
import { languageName } from '../../../support/text/language-name.js';

/** Facts about a topic: also where it is, and mentions of nouns and of linked nouns, and distinct ones. */
interface TopicInfo extends TopicFacts, Counts {
  readonly where: string;
}

const COUNTS = ['nouns', 'linkedNouns', 'entities', 'linkedEntities'] as const;
type Counts = Readonly<Record<(typeof COUNTS)[number], number>>;

/** A place that holds something else than a topic, or cannot be read. */
interface OtherInfo {
  readonly where: string;
  readonly message: string;
}

/**
 * Looks at topics one after the other.
 * @throws InputError when a place holds no knowledge base
 */
export async function* describeUnits(places: UnitPlaces): AsyncGenerator<TopicInfo | OtherInfo> {
  const unreadable: OtherInfo[] = [];
  const units = openUnits(places, ({ name, error }) => {
    unreadable.push({ where: name, message: error.message });
  });
  for await (const unit of units) if (unit.kind === 'topic') yield await describeUnit(unit);
  yield* unreadable;
}

const DETAILS = `SELECT * WHERE { ?topic a <${sfwc.Topic}> ; <${rdfs.label}> ?name ; <${sfwc.statistics}> ?s .
  ?s <${sfwc.nounCount}> ?nouns ; <${sfwc.linkedNounCount}> ?linkedNouns ; <${sfwc.entityCount}> ?entities ;
    <${sfwc.linkedEntityCount}> ?linkedEntities }`;

async function describeUnit({ kb, name: where }: DatasetUnit): Promise<TopicInfo | OtherInfo> {
  const { rows } = await kb.select(DETAILS);
  const [row] = rows;
  const name = row?.['name']?.value;
  if (rows.length !== 1 || name === undefined)
    return { where, message: 'contains no valid topic description' };
  const counts = COUNTS.map((variable) => [variable, Number(row?.[variable]?.value ?? 0)] as const);
  return { ...(await readTopicFacts(kb, name)), where, ...(Object.fromEntries(counts) as Counts) };
}

/** Description of one topic, for people. */
export function infoText(info: TopicInfo | OtherInfo): string {
  if (!('name' in info)) return `${info.where}\n  ${info.message}\n`;
  const { idf, about, backgroundDocuments: background, linkers } = info;
  const linked = (all: number, some: number, what: string): string =>
    `${numberText(all)} ${what}, ${numberText(some)} of them linked`;
  const wordsOnly = isWordsOnly(info);
  const nouns: readonly (readonly [string, string])[] = [
    ['nouns', linked(info.nouns, info.linkedNouns, 'mentions')],
    ['', linked(info.entities, info.linkedEntities, 'distinct')],
    ['IDF', `μ ${idf.mean.toFixed(2)}, σ ${idf.deviation.toFixed(2)} bits`],
  ];
  const lines: readonly (readonly [string, string])[] = [
    ['topic', `${info.name} <${info.iri}>`],
    ...(about === undefined ? [] : [['about', about] as const]),
    ['language', `${languageName(info.language)}${wordsOnly ? '; words only, without nouns' : ''}`],
    ['documents', numberText(info.documents)],
    ...(wordsOnly ? [] : nouns),
    ['background', background === 0 ? 'none of its own' : `${numberText(background)} documents`],
    ['made by', `${info.annotator}; linkers ${linkers.join(', ') || 'none'}; settings ${info.settings}`],
  ];
  return `${info.where}\n${lines.map(([name, text]) => `  ${name.padEnd(12)}${text}\n`).join('')}`;
}
