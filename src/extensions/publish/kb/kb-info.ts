import { stat } from 'node:fs/promises';
import path from 'node:path';
import {
  classifierFile,
  OWN_BACKGROUND,
  readClassifierHeader,
} from '../../../knowledge/files/classifier-file.js';
import { lexiconFile } from '../../../knowledge/files/lexicon-file.js';
import { readCompanions } from '../../../knowledge/files/kb-folder.js';
import { readingsOf } from '../../../knowledge/files/readings-file.js';
import type { SfwcError } from '../../../model/errors.js';
import { labelUseText, type LabelUse } from '../../../model/label-use.js';
import { isWordsOnly } from '../../../knowledge/places/topic-nouns.js';
import { given } from '../../../support/given.js';
import { numberText } from '../../../crawling/engine/activity.js';
import { languageName } from '../../../support/text/language-name.js';
import { TRAINED_CLASSIFIERS } from '../../../judging/classifiers/classifier-table.js';
import { itsrdf, rdfs, sfwc } from '../../../model/vocabulary.js';
import { readTopicFacts, type TopicFacts } from '../../../knowledge/places/topic-facts.js';
import { openUnits, type DatasetUnit, type UnitPlaces } from '../../../knowledge/places/dataset-units.js';

/** A file of a topic. */
interface FileInfo {
  readonly file: string;
  /** Absent where the file is missing. */
  readonly bytes?: number;
  /** Time at which it was written: ISO 8601, UTC. */
  readonly modified?: string;
  /** Of a trained classifier: the labelled pages that its threshold comes from. */
  readonly labels?: LabelUse;
  /** Of a trained classifier: what it learned to tell the topic from; "the topic's" for the topic's own background. */
  readonly background?: string;
}

/** Facts about a topic. */
export interface TopicInfo extends TopicFacts {
  /** File, or endpoint and graph. */
  readonly where: string;
  /** Mentions of nouns, and of linked nouns. */
  readonly nouns: number;
  readonly linkedNouns: number;
  /** Distinct nouns, and distinct linked nouns. */
  readonly entities: number;
  readonly linkedEntities: number;
  /** Different things that nouns are linked to. */
  readonly meanings: number;
  /** Documents and nouns of the background, where there is one. */
  readonly background?: { readonly documents: number; readonly nouns: number };
  readonly checksums: { readonly corpus: string; readonly labels?: string; readonly background?: string };
  readonly statements: number;
  readonly graphs: readonly { readonly iri: string; readonly statements: number }[];
  /** The topic's file, its companions and its trained classifiers; none with an endpoint. */
  readonly files: readonly FileInfo[];
}

/** A place that holds something else than a topic, or cannot be read. */
interface OtherInfo {
  readonly where: string;
  readonly statements?: number;
  readonly message: string;
}

/**
 * Looks at topics one after the other.
 * @throws InputError when a place holds no knowledge base
 */
export async function* describeUnits(places: UnitPlaces): AsyncGenerator<TopicInfo | OtherInfo> {
  const unreadable: OtherInfo[] = [];
  const onUnreadable = ({ name, error }: { readonly name: string; readonly error: SfwcError }): void =>
    void unreadable.push({ where: name, message: error.message });
  for await (const unit of openUnits(places, onUnreadable)) {
    if (unit.kind === 'topic') yield await describeUnit(unit);
  }
  yield* unreadable;
}

/** Describes one topic. */
async function describeUnit(unit: DatasetUnit): Promise<TopicInfo | OtherInfo> {
  const { kb, scope, name: where } = unit;
  const graphs = await graphsOf(unit);
  const statements = graphs.reduce((sum, graph) => sum + graph.statements, 0);
  const { rows } = await kb.select(DETAILS, scope);
  const row = rows[0];
  const name = row?.['name']?.value;
  if (rows.length !== 1 || row === undefined || name === undefined)
    return { where, statements, message: 'contains no valid topic description' };
  const number = (variable: string): number => Number(row[variable]?.value ?? 0);
  const text = (variable: string): string | undefined => row[variable]?.value;
  const facts = await readTopicFacts(kb, name);
  const documents = facts.backgroundDocuments;
  return {
    ...facts,
    where,
    nouns: number('nouns'),
    linkedNouns: number('linkedNouns'),
    entities: number('entities'),
    linkedEntities: number('linkedEntities'),
    meanings: await countOf(MEANINGS, unit),
    ...(documents === 0 ? {} : { background: { documents, nouns: await countOf(BACKGROUND_NOUNS, unit) } }),
    checksums: {
      corpus: text('corpus') ?? '',
      labels: text('labels'),
      background: text('backgroundChecksum'),
    },
    statements,
    graphs,
    files: await filesOf(unit),
  };
}

const DETAILS = `SELECT * WHERE {
  ?topic a <${sfwc.Topic}> ; <${rdfs.label}> ?name ; <${sfwc.statistics}> ?s ; <${sfwc.corpusChecksum}> ?corpus .
  ?s <${sfwc.nounCount}> ?nouns ; <${sfwc.linkedNounCount}> ?linkedNouns ; <${sfwc.entityCount}> ?entities ; <${sfwc.linkedEntityCount}> ?linkedEntities .
  OPTIONAL { ?topic <${sfwc.labelsChecksum}> ?labels }
  OPTIONAL { ?topic <${sfwc.backgroundChecksum}> ?backgroundChecksum }
}`;
const MEANINGS = `SELECT (COUNT(DISTINCT ?meaning) AS ?n) WHERE { ?noun a <${sfwc.Entity}> ; <${itsrdf.taIdentRef}> ?meaning }`;
const BACKGROUND_NOUNS = `SELECT (COUNT(?noun) AS ?n) WHERE { ?noun a <${sfwc.BackgroundNoun}> }`;

async function countOf(query: string, { kb, scope }: DatasetUnit): Promise<number> {
  const { rows } = await kb.select(query, scope);
  return Number(rows[0]?.['n']?.value ?? 0);
}

/** The named graphs of a unit with their statements. */
async function graphsOf({ kb, scope }: DatasetUnit): Promise<{ iri: string; statements: number }[]> {
  const { rows } = await kb.select(
    'SELECT ?g (COUNT(*) AS ?n) WHERE { GRAPH ?g { ?s ?p ?o } } GROUP BY ?g ORDER BY ?g',
  );
  return rows
    .map((row) => ({ iri: row['g']?.value ?? '', statements: Number(row['n']?.value ?? 0) }))
    .filter(({ iri }) => iri !== '' && (scope?.defaultGraphs?.includes(iri) ?? true));
}

async function filesOf({ files }: DatasetUnit): Promise<FileInfo[]> {
  const [own, ...layers] = files;
  if (own === undefined) return [];
  const { corpus, nif } = await readCompanions(own);
  const companions = new Set([corpus, nif, ...layers].filter((file) => file !== undefined));
  const named = await Promise.all([own, ...companions].map(describeFile));
  const [folder, topic] = [path.dirname(own), path.basename(own).replace(/\.nq\.gz$/, '')];
  const trained = TRAINED_CLASSIFIERS.map(async (name) => {
    const described = await describeFile(classifierFile(folder, topic, name));
    const header = described.bytes === undefined ? undefined : await readClassifierHeader(described.file);
    return { ...described, labels: header?.labels, background: header?.background };
  });
  const readings = corpus === undefined ? [] : [describeFile(readingsOf(corpus))];
  const derived = await Promise.all([...readings, describeFile(lexiconFile(folder, topic)), ...trained]);
  return [...named, ...derived.filter(({ bytes }) => bytes !== undefined)];
}

function describeFile(file: string): Promise<FileInfo> {
  return stat(file).then(
    ({ size, mtime }) => ({ file, bytes: size, modified: mtime.toISOString() }),
    () => ({ file }),
  );
}

/** Description of one topic, for people. */
export function infoText(info: TopicInfo | OtherInfo): string {
  if (!('name' in info)) {
    const held = info.statements === undefined ? '' : ` (${numberText(info.statements)} statements)`;
    return `${info.where}\n  ${info.message}${held}\n`;
  }
  const { background, checksums } = info;
  const wordsOnly = isWordsOnly(info);
  const lines: readonly (readonly [string, string])[] = [
    ['topic', `${info.name} <${info.iri}>`],
    ...(info.about === undefined ? [] : [['about', info.about] as const]),
    ['language', `${languageName(info.language)}${wordsOnly ? '; words only, without nouns' : ''}`],
    ['documents', numberText(info.documents)],
    ...(wordsOnly ? [] : nounLines(info)),
    [
      'background',
      background === undefined
        ? 'none of its own'
        : `${numberText(background.documents)} documents${wordsOnly ? '' : `, ${numberText(background.nouns)} nouns`}`,
    ],
    [
      'made by',
      `${info.annotator}; linkers ${info.linkers.join(', ') || 'none'}; format version ${info.formatVersion}`,
    ],
    ['settings', info.settings],
    ...Object.entries(given(checksums)).map(
      ([of, checksum], index) => [index === 0 ? 'checksums' : '', `${of} ${checksum}`] as const,
    ),
    ...info.graphs.map(
      ({ iri, statements }, index) =>
        [index === 0 ? 'graphs' : '', `<${iri}> ${numberText(statements)} statements`] as const,
    ),
    ...info.files.map((file, index) => [index === 0 ? 'files' : '', fileText(file)] as const),
  ];
  return `${info.where}\n${lines.map(([name, text]) => `  ${name.padEnd(12)}${text}\n`).join('')}`;
}

function nounLines({ idf, ...info }: TopicInfo): readonly (readonly [string, string])[] {
  return [
    ['nouns', `${numberText(info.nouns)} mentions, ${numberText(info.linkedNouns)} of them linked`],
    [
      '',
      `${numberText(info.entities)} distinct, ${numberText(info.linkedEntities)} of them linked, to ${numberText(info.meanings)} things`,
    ],
    ['IDF', `μ ${idf.mean.toFixed(2)}, σ ${idf.deviation.toFixed(2)} bits`],
  ];
}

function fileText({ file, bytes, modified, labels, background }: FileInfo): string {
  const name = path.basename(file);
  if (bytes === undefined) return `${name} is missing`;
  const details = [
    `written ${(modified ?? '').slice(0, 16).replace('T', ' ')} UTC`,
    ...(background === undefined || background === OWN_BACKGROUND ? [] : [`background ${background}`]),
    ...(labels === undefined ? [] : [labelUseText(labels)]),
  ];
  return `${name} ${sizeText(bytes)}, ${details.join(', ')}`;
}

function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
