import type { Entity } from './entity-index.js';

/** A value as the Reconciliation API writes it. */
export type PropertyValue =
  { readonly id: string; readonly name: string } | { readonly str: string } | { readonly float: number };

/** What clients can ask about entities, and compare. */
export interface Property {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly valuesOf: (entity: Entity) => readonly PropertyValue[];
}

const optional = (value: string | undefined): readonly PropertyValue[] =>
  value === undefined ? [] : [{ str: value }];

/** The properties of entities, under the names that the vocabulary of sfwc and NIF have for them. */
export const PROPERTIES: readonly Property[] = [
  {
    id: 'itsrdf:taIdentRef',
    name: 'meaning',
    description: 'IRI of what the noun means',
    valuesOf: ({ meaning }) => optional(meaning),
  },
  {
    id: 'sfwc:inTopic',
    name: 'topic',
    description: 'topic that the noun belongs to',
    valuesOf: ({ topic }) => [topic],
  },
  {
    id: 'nif:posTag',
    name: 'part of speech',
    description: 'tag of the Penn Treebank',
    valuesOf: ({ tag }) => optional(tag),
  },
  {
    id: 'sfwc:neTag',
    name: 'named-entity class',
    description: 'PERSON, LOCATION, ORGANIZATION or another class; O for none',
    valuesOf: ({ entityClass }) => optional(entityClass),
  },
  {
    id: 'sfwc:linkedBy',
    name: 'linker',
    description: 'linker that found the meaning',
    valuesOf: ({ linker }) => optional(linker),
  },
  {
    id: 'sfwc:idfValue',
    name: 'IDF',
    description: 'inverse document frequency in bits: how special the noun is',
    valuesOf: ({ idf }) => [{ float: idf }],
  },
];

/** The property with an id or a name; undefined where there is none. */
export function propertyNamed(id: string): Property | undefined {
  return PROPERTIES.find((property) => property.id === id || property.name === id);
}

/** All texts by which a value can be named. */
export function textsOf(value: PropertyValue): readonly string[] {
  if ('id' in value) return [value.id, value.name];
  return 'str' in value ? [value.str] : [String(value.float)];
}
