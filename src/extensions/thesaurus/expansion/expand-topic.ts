import path from 'node:path';
import { rm } from 'node:fs/promises';
import { checkSettings } from '../../../app/settings/resolve.js';
import { expandFields, type ExpandOptions } from '../thesaurus-settings.js';
import { type CharacteristicNoun, type ExpandCallbacks, topicNouns } from './nouns-of-topic.js';
import { expandNouns, type ExpandedNoun, expansionQuads } from './expand-nouns.js';
import { companionName, companionsOf } from '../../../knowledge/files/companions.js';
import { topicFile } from '../../../knowledge/files/kb-folder.js';
import { writeNQuads } from '../../../knowledge/files/nquads-file.js';
import { loadedFrom } from '../../../knowledge/places/parse-place.js';
import type { KnowledgeBase } from '../../../model/rdf.js';
import type { NounExpansion, TopicExpansion } from '../../../model/topic.js';
import { PREFIXES } from '../../../model/vocabulary.js';
import { addToList } from '../../../support/add-to-list.js';
import { checkArguments } from '../../../support/check-arguments.js';
import { fileExists } from '../../../support/files/file-exists.js';
import { toNQuads } from '../../../support/rdf/quads.js';
import { openWordNet } from '../../../language/wordnet/wordnet.js';
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
 * synonyms, and the concepts right above and below them. An older expansion is replaced; it goes when the topic changes.
 *
 * @throws UsageError for settings and arguments; InputError for the topic; OutputError when it cannot be saved
 */
export async function expandTopic(
  options: ExpandOptions,
  observer: ExpandCallbacks = {},
): Promise<ExpandReport> {
  const startedAt = performance.now();
  checkArguments('expandTopic', { options: [options, 'object'], observer: [observer, 'object'] });
  const { onWait } = observer;
  const settings = checkSettings(expandFields, options);
  const { kb, topic: name, terms, least } = settings;
  onWait?.(`opening topic '${name}'`);
  const topic = await openTopic(kb, name);
  const { facts } = topic;
  requireEnglish(facts, 'an expansion');
  const file = expansionFile(topic);
  const wordNet = openWordNet();
  onWait?.('choosing the senses of characteristic nouns');
  const characteristic = await topicNouns(topic, wordNet, terms);
  const documents = await nounsOfDocuments(topic);
  const nouns = expandNouns(wordNet, { characteristic, documents }, least);
  const quads = expansionQuads({
    ...{ topic: facts.iri, topicName: facts.name, topicChecksum: facts.checksum, nouns },
    source: `WordNet ${wordNet.version}`,
    settings: JSON.stringify({ least, terms }),
  });
  await writeNQuads(file, toNQuads(quads));
  const folder = path.dirname(file);
  for (const other of await companionsOf(topicFile(folder, name), 'expansion'))
    if (other !== path.basename(file))
      await rm(path.join(folder, other), { force: true }).catch(() => undefined);
  return {
    ...{ topic: name, file, graph: expansionIri(facts.iri), nouns: characteristic.length },
    ...{ expanded: nouns, seconds: (performance.now() - startedAt) / 1000 },
  };
}

/** The file of the expansion of a topic in a folder. @throws UsageError for a topic in an endpoint */
function expansionFile(topic: OpenTopic): string {
  const { name, checksum } = topic.facts;
  return path.join(folderOf(topic, 'an expansion'), companionName(name, 'expansion', checksum));
}

/** Documents that senses are chosen by; more of them hardly change a mean. */
const SAMPLED_DOCUMENTS = 300;

/** The nouns of each document of a topic, or of a sample that is the same every time. */
async function nounsOfDocuments({ kb, facts: { iri } }: OpenTopic): Promise<readonly (readonly string[])[]> {
  const { rows } = await kb.select(DOCUMENT_NOUNS, { defaultGraphs: [iri] });
  const byDocument = new Map<string, string[]>();
  for (const { document, noun } of rows) addToList(byDocument, document?.value ?? '', noun?.value ?? '');
  return [...byDocument.values()];
}

const HEAD = `PREFIX sfwc: <${PREFIXES.sfwc}>\nPREFIX nif: <${PREFIXES.nif}>\n`;

const DOCUMENT_NOUNS = `${HEAD}SELECT DISTINCT ?document ?noun WHERE {
  { SELECT ?document WHERE { ?document a sfwc:Document } ORDER BY SHA1(STR(?document)) LIMIT ${SAMPLED_DOCUMENTS} }
  ?s a sfwc:Entity ; sfwc:inDocument ?document ; nif:anchorOf ?noun .
} ORDER BY ?document ?noun`;

/** The expansion of a topic as classifiers read it; made now, with the default settings, where there is none. */
export async function openExpansion(
  topic: OpenTopic,
  observer: ExpandCallbacks = {},
): Promise<TopicExpansion> {
  const file = expansionFile(topic);
  const { name, iri } = topic.facts;
  if (!(await fileExists(file))) await expandTopic({ kb: path.dirname(file), topic: name }, observer);
  const kb = await loadedFrom([file]);
  return readExpansion(kb, expansionIri(iri));
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
