import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { readTopicFacts, type TopicFacts } from '../../../knowledge/places/topic-facts.js';
import { isWordsOnly } from '../../../knowledge/places/topic-nouns.js';
import { rdfs, sfwc } from '../../../model/vocabulary.js';
import { languageName } from '../../../support/text/language-name.js';
import { openUnits, type DatasetUnit, type UnitPlaces } from '../../../knowledge/places/knowledge-base.js';
import { numberText } from '../../../crawling/engine/activity.js';

/** Facts about a topic. */
interface TopicInfo extends TopicFacts {
  readonly where: string;
  /** Mentions of nouns and of linked nouns, and distinct ones. */
  readonly nouns: number;
  readonly linkedNouns: number;
  readonly entities: number;
  readonly linkedEntities: number;
  readonly graphs: readonly { readonly iri: string; readonly statements: number }[];
  /** The topic's file, its companions and its trained classifiers. */
  readonly files: readonly { readonly file: string; readonly bytes: number }[];
}

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
const GRAPHS = 'SELECT ?g (COUNT(*) AS ?n) WHERE { GRAPH ?g { ?s ?p ?o } } GROUP BY ?g ORDER BY ?g';

async function describeUnit(unit: DatasetUnit): Promise<TopicInfo | OtherInfo> {
  const { kb, name: where } = unit;
  const { rows } = await kb.select(DETAILS);
  const [row] = rows;
  const name = row?.['name']?.value;
  if (rows.length !== 1 || name === undefined)
    return { where, message: 'contains no valid topic description' };
  const number = (variable: string): number => Number(row?.[variable]?.value ?? 0);
  const graphs = (await kb.select(GRAPHS)).rows.map((one) => ({
    iri: one['g']?.value ?? '',
    statements: Number(one['n']?.value ?? 0),
  }));
  return {
    ...{ ...(await readTopicFacts(kb, name)), where, graphs, files: await filesOf(unit) },
    ...{ nouns: number('nouns'), linkedNouns: number('linkedNouns') },
    ...{ entities: number('entities'), linkedEntities: number('linkedEntities') },
  };
}

async function filesOf({ name: own }: DatasetUnit): Promise<TopicInfo['files']> {
  const [folder, name] = [path.dirname(own), path.basename(own)];
  const companions = `${name.replace(/\.nq\.gz$/, '')}+`;
  const names = (await readdir(folder)).filter((one) => one === name || one.startsWith(companions)).sort();
  const files = names.map((one) => path.join(folder, one));
  return Promise.all(files.map(async (file) => ({ file, bytes: (await stat(file)).size })));
}

/** Description of one topic, for people. */
export function infoText(info: TopicInfo | OtherInfo): string {
  if (!('name' in info)) return `${info.where}\n  ${info.message}\n`;
  const { idf, about, backgroundDocuments, linkers } = info;
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
    [
      'background',
      backgroundDocuments === 0 ? 'none of its own' : `${numberText(backgroundDocuments)} documents`,
    ],
    ['made by', `${info.annotator}; linkers ${linkers.join(', ') || 'none'}; settings ${info.settings}`],
    ...info.graphs.map(
      ({ iri, statements }) => ['graph', `<${iri}> ${numberText(statements)} statements`] as const,
    ),
    ...info.files.map(
      ({ file, bytes }) => ['file', `${path.basename(file)} ${(bytes / 1000).toFixed(1)} kB`] as const,
    ),
  ];
  return `${info.where}\n${lines.map(([name, text]) => `  ${name.padEnd(12)}${text}\n`).join('')}`;
}
