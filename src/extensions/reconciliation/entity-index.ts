import type { Bindings, KnowledgeBase } from '../../model/rdf.js';
import { itsrdf, nif, rdfs, sfwc } from '../../model/vocabulary.js';
import { addToList } from '../../support/add-to-list.js';
import { unescapePercent } from '../../support/text/escapes.js';
import { normalForm } from '../../support/text/normal-form.js';

/** A topic, which is a type to clients. */
export interface TopicType {
  readonly id: string;
  readonly name: string;
}

/** An entity of a topic: a noun with one meaning, or without one. */
export interface Entity {
  readonly id: string;
  readonly name: string;
  readonly topic: TopicType;
  /** Penn Treebank. */
  readonly tag: string;
  /** Class of named entities; `O` for none. */
  readonly entityClass: string;
  /** IRI of what it means. */
  readonly meaning?: string;
  /** What linked it. */
  readonly linker?: string;
  /** Bits. */
  readonly idf: number;
}

/** An entity that a text may name, with the likeness of its name from 0 to 1. */
export interface Candidate {
  readonly entity: Entity;
  readonly likeness: number;
}

/** The entities of topics, to be found by name. */
export interface EntityIndex {
  readonly types: readonly TopicType[];
  /** By its IRI; also where a client put it into an address as it is, so that its percent escapes are resolved. */
  get(id: string): Entity | undefined;
  /** The likest first, of equals those of more documents. @param types IRIs of topics; empty for all */
  find(text: string, types: readonly string[], limit: number): readonly Candidate[];
  /** Entities of which a word begins with the text. */
  beginningWith(prefix: string, from: number, limit: number): readonly Entity[];
}

/** Entities at most, those of the most documents. */
const MOST_ENTITIES = 200_000;

/** Characters of a text that are compared. */
const MOST_CHARACTERS = 256;

/** Least likeness of a candidate. */
const LEAST_LIKENESS = 0.4;

const TOPICS = `SELECT ?topic ?name WHERE { ?topic a <${sfwc.Topic}> ; <${rdfs.label}> ?name } ORDER BY ?name`;
const ENTITIES = `SELECT * WHERE { GRAPH ?topic {
  ?id a <${sfwc.Entity}> ; <${nif.anchorOf}> ?name ; <${nif.posTag}> ?tag ; <${sfwc.neTag}> ?class ; <${sfwc.idfValue}> ?idf .
  OPTIONAL { ?id <${itsrdf.taIdentRef}> ?meaning }
  OPTIONAL { ?id <${sfwc.linkedBy}> ?linker }
} } ORDER BY ?idf ?id LIMIT ${MOST_ENTITIES}`;

/** Reads the entities of all topics of a knowledge base. */
export async function readEntities(kb: KnowledgeBase): Promise<EntityIndex> {
  const topics = new Map<string, TopicType>();
  for (const row of (await kb.select(TOPICS)).rows) {
    const id = valueIn(row, 'topic');
    topics.set(id, { id, name: valueIn(row, 'name') });
  }
  const { rows } = await kb.select(ENTITIES);
  const entities = rows.flatMap((row): Entity[] => {
    const topic = topics.get(valueIn(row, 'topic'));
    return topic === undefined ? [] : [entityOf(row, topic)];
  });
  return createEntityIndex([...topics.values()], entities);
}

type Row = Bindings['rows'][number];

function valueIn(row: Row, variable: string): string {
  return row[variable]?.value ?? '';
}

function entityOf(row: Row, topic: TopicType): Entity {
  return {
    id: valueIn(row, 'id'),
    name: valueIn(row, 'name'),
    topic,
    tag: valueIn(row, 'tag'),
    entityClass: valueIn(row, 'class'),
    meaning: row['meaning']?.value,
    linker: row['linker']?.value,
    idf: Number(row['idf']?.value),
  };
}

/** @param entities those of the most documents first */
export function createEntityIndex(types: readonly TopicType[], entities: readonly Entity[]): EntityIndex {
  const names = entities.map(({ name }) => comparable(name));
  const sizes = names.map((name) => trigramsOf(name).size);
  const byId = new Map(entities.map((entity) => [unescapePercent(entity.id), entity]));
  const byMeaning = new Map<string, number[]>();
  const byTrigram = new Map<string, number[]>();
  for (const [place, entity] of entities.entries()) {
    if (entity.meaning !== undefined) addToList(byMeaning, entity.meaning, place);
    for (const trigram of trigramsOf(names[place] ?? '')) addToList(byTrigram, trigram, place);
  }
  /** Dice's coefficient of trigrams, of all entities that share enough of them. */
  const alike = (text: string): [place: number, likeness: number][] => {
    const trigrams = trigramsOf(comparable(text));
    const shared = new Map<number, number>();
    for (const trigram of trigrams)
      for (const place of byTrigram.get(trigram) ?? []) shared.set(place, (shared.get(place) ?? 0) + 1);
    return [...shared]
      .map(([place, count]): [number, number] => [place, (2 * count) / (trigrams.size + (sizes[place] ?? 0))])
      .filter(([, likeness]) => likeness >= LEAST_LIKENESS);
  };
  return {
    types,
    get: (id) => byId.get(unescapePercent(id)),
    find(text, wanted, limit) {
      const meant = byMeaning.get(text.trim());
      const found = meant?.map((place): [number, number] => [place, 1]) ?? alike(text);
      return found
        .sort(([a, x], [b, y]) => y - x || a - b)
        .flatMap(([place, likeness]) => {
          const entity = entities[place];
          return entity === undefined ? [] : [{ entity, likeness }];
        })
        .filter(({ entity }) => wanted.length === 0 || wanted.includes(entity.topic.id))
        .slice(0, limit);
    },
    beginningWith(prefix, from, limit) {
      const wanted = comparable(prefix);
      const fits = (name: string): boolean => name.startsWith(wanted) || name.includes(` ${wanted}`);
      return entities.filter((_, place) => fits(names[place] ?? '')).slice(from, from + limit);
    },
  };
}

/** A name without differences of case, accents and punctuation. */
function comparable(name: string): string {
  return normalForm(name.slice(0, MOST_CHARACTERS), 'NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Of a name with a blank before and after it. */
function trigramsOf(name: string): ReadonlySet<string> {
  const padded = ` ${name} `;
  const trigrams = new Set<string>();
  for (let at = 0; at + 3 <= padded.length; at += 1) trigrams.add(padded.slice(at, at + 3));
  return trigrams;
}
