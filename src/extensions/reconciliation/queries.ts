import { z } from 'zod';
import { UsageError } from '../../model/errors.js';
import type { Candidate, Entity, EntityIndex } from './entity-index.js';
import { propertyNamed, textsOf } from './properties.js';

/** Queries of a batch at most; clients read it from the manifest. */
export const MOST_QUERIES = 50;

/** Candidates of a query: unless it says otherwise, and at most. */
const [USUAL_CANDIDATES, MOST_CANDIDATES] = [10, 100];

/** Candidates by name that are compared by properties. */
const COMPARED = 200;

/** Share of the properties in the score, where a query has some. */
const PROPERTY_SHARE = 0.3;

const valueSchema = z.union([
  z.string(),
  z.number().transform(String),
  z.boolean().transform(String),
  z.object({ id: z.string() }).transform(({ id }) => id),
]);

const propertySchema = z.object({
  pid: z.string(),
  v: z.union([valueSchema.transform((value) => [value]), z.array(valueSchema).max(100)]),
});

const querySchema = z.object({
  query: z.string().default(''),
  type: z.union([z.string().transform((type) => [type]), z.array(z.string())]).default([]),
  limit: z.number().optional(),
  properties: z.array(propertySchema).max(50).default([]),
  type_strict: z.enum(['any', 'all', 'should']).optional(),
});

type Query = z.output<typeof querySchema>;

const batchSchema = z.record(z.string(), querySchema);

/** Parses JSON of a request. @throws UsageError that names the parameter and what is wrong */
export function parseJson<T>(schema: z.ZodType<T>, json: string, parameter: string): T {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw new UsageError(`${parameter} is not valid JSON`);
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new UsageError(`${parameter}: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'malformed'}`);
}

/** Answers a batch of queries. @throws UsageError for a malformed or too large batch */
export function answerBatch(index: EntityIndex, json: string): object {
  const batch = Object.entries(parseJson(batchSchema, json, 'queries'));
  if (batch.length > MOST_QUERIES)
    throw new UsageError(`queries: ${batch.length} queries; a batch has at most ${MOST_QUERIES}`);
  return Object.fromEntries(batch.map(([key, query]) => [key, { result: candidatesOf(index, query) }]));
}

/** Answers one query: JSON, or the text itself. @throws UsageError for malformed JSON */
export function answerOne(index: EntityIndex, query: string): object {
  const isJson = query.trimStart().startsWith('{');
  const parsed = isJson ? parseJson(querySchema, query, 'query') : querySchema.parse({ query });
  return { result: candidatesOf(index, parsed) };
}

function candidatesOf(index: EntityIndex, query: Query): readonly object[] {
  const limit = Math.min(Math.max(1, Math.floor(query.limit ?? USUAL_CANDIDATES)), MOST_CANDIDATES);
  const scored = index
    .find(query.query, query.type, COMPARED)
    .map((candidate) => scoredBy(candidate, query))
    .sort((a, b) => b.score - a.score);
  const exact = scored.filter(({ score }) => score === 100);
  return scored.slice(0, limit).map(({ entity, score, features }) => ({
    id: entity.id,
    name: entity.name,
    description: descriptionOf(entity),
    score,
    // One of several meanings of a noun is for a person to choose.
    match: exact.length === 1 && score === 100,
    type: [entity.topic],
    features,
  }));
}

interface Scored {
  readonly entity: Entity;
  /** 0 to 100. */
  readonly score: number;
  readonly features: readonly { readonly id: string; readonly value: number }[];
}

function scoredBy({ entity, likeness }: Candidate, { properties }: Query): Scored {
  const name = { id: 'name_likeness', value: rounded(100 * likeness) };
  if (properties.length === 0) return { entity, score: name.value, features: [name] };
  const holding = properties.filter(({ pid, v }) => holds(entity, pid, v)).length;
  const share = holding / properties.length;
  const score = rounded(100 * ((1 - PROPERTY_SHARE) * likeness + PROPERTY_SHARE * share));
  return { entity, score, features: [name, { id: 'property_likeness', value: rounded(100 * share) }] };
}

function holds(entity: Entity, pid: string, values: readonly string[]): boolean {
  const own = propertyNamed(pid)?.valuesOf(entity).flatMap(textsOf) ?? [];
  const known = new Set(own.map((text) => text.toLowerCase()));
  return values.some((value) => known.has(value.toLowerCase()));
}

/** What an entity is, in a line. */
export function descriptionOf({ topic, tag, entityClass, meaning }: Entity): string {
  const kind = entityClass === 'O' ? tag : `${tag}, ${entityClass}`;
  return `${kind}, topic ${topic.name}${meaning === undefined ? '' : `: ${meaning}`}`;
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
