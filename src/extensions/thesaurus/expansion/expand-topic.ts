import path from 'node:path';
import { rm } from 'node:fs/promises';
import { checkSettings } from '../../../app/settings/resolve.js';
import { expandFields, type ExpandOptions, type ExpandSettings } from '../thesaurus-settings.js';
import {
  type CharacteristicNoun,
  type ExpandObserver,
  type ExpansionPlan,
  topicNouns,
} from './nouns-of-topic.js';
import { expandNouns, type ExpandedNoun, expansionQuads } from './expand-nouns.js';
import { companionName, companionsOf } from '../../../knowledge/files/companions.js';
import { loadFile, topicFile } from '../../../knowledge/files/kb-folder.js';
import { writeNQuads } from '../../../knowledge/files/nquads-file.js';
import { createOxigraphStore } from '../../../knowledge/oxigraph/oxigraph-store.js';
import { InputError } from '../../../model/errors.js';
import type { KnowledgeBase } from '../../../model/rdf.js';
import type { NounExpansion, TopicExpansion } from '../../../model/topic.js';
import { PREFIXES } from '../../../model/vocabulary.js';
import { checkArguments } from '../../../support/check-arguments.js';
import { fileExists } from '../../../support/files/file-exists.js';
import { toNQuads } from '../../../support/rdf/quads.js';
import { openWordNet, type WordNet } from '../../../language/wordnet/wordnet.js';
import { requireEnglish } from '../../../knowledge/places/topic-nouns.js';
import { folderOf, openTopic, type OpenTopic } from '../../../knowledge/places/knowledge-base.js';
import { expansionIri } from '../../../knowledge/krs/iris.js';

/** An expansion that was made. */
export interface ExpandReport {
  readonly topic: string;
  readonly file: string;
  /** The graph that holds it. */
  readonly graph: string;
  /** Characteristic nouns that were looked at. */
  readonly nouns: number;
  /** Those that were expanded, the most characteristic first. */
  readonly expanded: readonly ExpandedNoun[];
  readonly seconds: number;
}

/**
 * Expands the characteristic nouns of a topic by WordNet, as SKOS in a graph of its own, and saves it next to the topic: their
 * synonyms, and the concepts right above and below them. An older expansion is replaced.
 *
 * An expansion is derived from its topic: `buildTopic` makes it again, with the same settings, whenever it changes a topic that has one.
 *
 * @throws UsageError for settings and arguments; InputError for the topic; OutputError when it cannot be saved
 */
export async function expandTopic(
  options: ExpandOptions,
  observer: ExpandObserver = {},
): Promise<ExpandReport> {
  const startedAt = performance.now();
  checkArguments('expandTopic', {
    options: [options, 'object'],
    observer: [observer, 'object'],
  });
  const { onWait } = observer;
  const settings = checkSettings(expandFields, options);
  onWait?.(`opening topic '${settings.topic}'`);
  const topic = await openTopic(settings.kb, settings.topic);
  requireEnglish(topic.facts, 'an expansion');
  folderOf(topic, 'an expansion');
  const wordNet = openWordNet();
  onWait?.('choosing characteristic nouns');
  const nouns = await topicNouns(topic, wordNet, settings.terms);
  const documents = await nounsOfDocuments(topic);
  onWait?.('choosing the senses of nouns');
  const expanded = expandNouns(wordNet, { characteristic: nouns, documents }, settings.least);
  return {
    topic: settings.topic,
    file: await save(topic, settings, wordNet, expanded),
    graph: expansionIri(topic.facts.iri),
    nouns: nouns.length,
    expanded,
    seconds: (performance.now() - startedAt) / 1000,
  };
}

/** Documents that senses are chosen by; more of them hardly change a mean. */
const SAMPLED_DOCUMENTS = 300;

/** The nouns of each document of a topic, or of a sample that is the same every time. */
async function nounsOfDocuments({ kb, facts: { iri } }: OpenTopic): Promise<readonly (readonly string[])[]> {
  const { rows } = await kb.select(DOCUMENT_NOUNS, { defaultGraphs: [iri] });
  const byDocument = new Map<string, string[]>();
  for (const row of rows) {
    const document = row['document']?.value ?? '';
    const nouns = byDocument.get(document) ?? [];
    byDocument.set(document, nouns);
    nouns.push(row['noun']?.value ?? '');
  }
  return [...byDocument.values()];
}

const HEAD = `PREFIX sfwc: <${PREFIXES.sfwc}>\nPREFIX nif: <${PREFIXES.nif}>\n`;

const DOCUMENT_NOUNS = `${HEAD}SELECT DISTINCT ?document ?noun WHERE {
  { SELECT ?document WHERE { ?document a sfwc:Document } ORDER BY SHA1(STR(?document)) LIMIT ${SAMPLED_DOCUMENTS} }
  ?s a sfwc:Entity ; sfwc:inDocument ?document ; nif:anchorOf ?noun .
} ORDER BY ?document ?noun`;

async function save(
  topic: OpenTopic,
  settings: ExpandSettings,
  wordNet: WordNet,
  nouns: readonly ExpandedNoun[],
): Promise<string> {
  const { least, terms } = settings;
  const { facts } = topic;
  const folder = folderOf(topic, 'an expansion');
  const name = companionName(facts.name, 'expansion', facts.checksum);
  const file = path.join(folder, name);
  const quads = expansionQuads({
    topic: facts.iri,
    topicName: facts.name,
    topicChecksum: facts.checksum,
    source: `WordNet ${wordNet.version}`,
    settings: JSON.stringify({ least, terms }),
    nouns,
  });
  await writeNQuads(file, toNQuads(quads));
  for (const other of await companionsOf(topicFile(folder, facts.name), 'expansion'))
    if (other !== name) await rm(path.join(folder, other), { force: true }).catch(() => undefined);
  return file;
}

/** The expansion of a topic as classifiers read it; made now, with the default settings, where there is none. */
export async function openExpansion(
  topic: OpenTopic,
  observer: ExpandObserver = {},
): Promise<TopicExpansion> {
  const { facts } = topic;
  const folder = folderOf(topic, 'an expansion');
  const file = path.join(folder, companionName(facts.name, 'expansion', facts.checksum));
  if (!(await fileExists(file))) await expandTopic({ kb: folder, topic: facts.name }, observer);
  const kb = createOxigraphStore();
  await loadFile(kb, file);
  return readExpansion(kb, expansionIri(facts.iri));
}

/** Settings of a topic's expansion, of whichever state of the topic. @throws InputError if it has none */
export async function expansionPlan(folder: string, topic: string): Promise<ExpansionPlan> {
  const [name] = await companionsOf(topicFile(folder, topic), 'expansion');
  if (name === undefined) throw new InputError(`topic '${topic}' has no expansion`);
  const kb = createOxigraphStore();
  await loadFile(kb, path.join(folder, name));
  const { rows } = await kb.select(
    `${HEAD}SELECT ?settings WHERE { ?e a sfwc:Expansion ; sfwc:settings ?settings }`,
  );
  const written = JSON.parse(rows[0]?.['settings']?.value ?? '{}') as Record<string, unknown>;
  const { least, terms } = checkSettings(expandFields, { kb: folder, topic, ...written });
  return { least, terms };
}

/** The nouns that are characteristic of a topic, by its counts in the knowledge base. */
export function characteristicNouns(topic: OpenTopic, most: number): Promise<readonly CharacteristicNoun[]> {
  return topicNouns(topic, openWordNet(), most);
}

const LABELS_QUERY = `PREFIX nif: <${PREFIXES.nif}>
PREFIX skos: <${PREFIXES.skos}>
SELECT DISTINCT ?noun ?kind ?label WHERE {
  { ?concept nif:anchorOf ?noun ; skos:prefLabel|skos:altLabel ?label . BIND("synonyms" AS ?kind) }
  UNION
  { ?concept nif:anchorOf ?noun ; skos:broader|skos:narrower ?other .
    ?other skos:prefLabel|skos:altLabel ?label . BIND("related" AS ?kind) }
} ORDER BY ?noun ?kind ?label`;

/** Reads synonyms and related words of a topic's nouns from the graph of its expansion. */
export async function readExpansion(kb: KnowledgeBase, graph: string): Promise<TopicExpansion> {
  const { rows } = await kb.select(LABELS_QUERY, { defaultGraphs: [graph] });
  const found = new Map<string, Record<keyof NounExpansion, string[]>>();
  for (const row of rows) {
    const noun = row['noun']?.value ?? '';
    const label = (row['label']?.value ?? '').toLowerCase();
    const expansion = found.get(noun) ?? { synonyms: [], related: [] };
    found.set(noun, expansion);
    const words = row['kind']?.value === 'synonyms' ? expansion.synonyms : expansion.related;
    if (label !== noun && !words.includes(label)) words.push(label);
  }
  return found;
}
