import type { EntityIndex } from './entity-index.js';
import { PROPERTIES } from './properties.js';
import { descriptionOf } from './queries.js';

/** Suggestions of an answer. */
const SUGGESTED = 20;

/** Entities that a client may page through. */
const MOST_CURSOR = 10_000;

interface Suggestion {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  readonly notable?: readonly object[];
}

/** What can be suggested. */
export const SUGGESTED_KINDS = ['entity', 'type', 'property'] as const;

type Kind = (typeof SUGGESTED_KINDS)[number];

/**
 * Suggests entities, topics or properties of which a word begins with a text.
 * @param cursor how many to leave out, as a number; anything else counts as 0
 */
export function suggestionsOf(
  index: EntityIndex,
  kind: Kind,
  prefix: string,
  cursor: string | null,
): { readonly result: readonly Suggestion[] } {
  const from = Math.min(Math.max(0, Math.floor(Number(cursor ?? 0)) || 0), MOST_CURSOR);
  if (kind === 'entity') {
    const entities = index.beginningWith(prefix, from, SUGGESTED);
    return {
      result: entities.map((entity) => ({
        id: entity.id,
        name: entity.name,
        description: descriptionOf(entity),
        notable: [entity.topic],
      })),
    };
  }
  const wanted = prefix.toLowerCase();
  const all: readonly Suggestion[] = kind === 'type' ? index.types : PROPERTIES.map(propertySuggestion);
  const fitting = all.filter(({ id, name }) => `${name} ${id}`.toLowerCase().includes(wanted));
  return { result: fitting.slice(from, from + SUGGESTED) };
}

function propertySuggestion({ id, name, description }: (typeof PROPERTIES)[number]): Suggestion {
  return { id, name, description };
}
