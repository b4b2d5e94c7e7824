import { z } from 'zod';
import { UsageError } from '../../model/errors.js';
import type { EntityIndex } from './entity-index.js';
import { PROPERTIES, propertyNamed } from './properties.js';
import { parseJson } from './queries.js';

/** Entities of a request at most. */
const MOST_IDS = 500;

const extendSchema = z.object({
  ids: z.array(z.string()),
  properties: z.array(z.object({ id: z.string() })).max(PROPERTIES.length),
});

/** Answers a data extension query. Unknown entities and properties have no values. @throws UsageError for a malformed query */
export function answerExtend(index: EntityIndex, json: string): object {
  const { ids, properties } = parseJson(extendSchema, json, 'extend');
  if (ids.length > MOST_IDS) throw new UsageError(`extend: ${ids.length} ids; there may be ${MOST_IDS}`);
  const wanted = properties.map(({ id }) => ({ id, property: propertyNamed(id) }));
  const valuesOf = (entityId: string): object => {
    const entity = index.get(entityId);
    return Object.fromEntries(
      wanted.map(({ id, property }) => [id, entity === undefined ? [] : (property?.valuesOf(entity) ?? [])]),
    );
  };
  return {
    meta: wanted.map(({ id, property }) => ({ id, name: property?.name ?? id })),
    rows: Object.fromEntries(ids.map((id) => [id, valuesOf(id)])),
  };
}

/** The properties that entities of a topic have. */
export function proposeProperties(type: string | null, limit: string | null): object {
  const most = Number(limit ?? PROPERTIES.length) || PROPERTIES.length;
  return {
    ...(type === null ? {} : { type }),
    limit: most,
    properties: PROPERTIES.slice(0, Math.max(0, most)).map(({ id, name }) => ({ id, name })),
  };
}
