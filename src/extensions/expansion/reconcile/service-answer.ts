import { z } from 'zod';
import { InputError } from '../../../model/errors.js';
import { parseJson } from '../../../support/parse-json.js';
import { isIri } from '../../../support/rdf/sparql-terms.js';
import { cutAt } from '../../../support/text/cut-text.js';

/** What a service says of itself. */
export interface ServiceManifest {
  readonly name: string;
  readonly identifierSpace: string;
  /** Template of the address of an entity's page; `{{id}}` stands for its identifier. */
  readonly view?: string;
  /** Queries per request at most. */
  readonly batchSize?: number;
}

/** An entity that a service proposes for a noun. */
export interface Candidate {
  readonly iri: string;
  readonly label: string;
  readonly description: string;
  readonly types: readonly string[];
  /** As the service has it: usually, but not always, 0 to 100. */
  readonly score: number;
  /** Whether the service is sure. */
  readonly match: boolean;
}

/** Versions of the protocol that this client speaks. */
const VERSIONS: ReadonlySet<string> = new Set(['0.1', '0.2']);
/** Candidates per noun that are kept. */
const MOST_CANDIDATES = 5;
/** Candidates of an answer that are looked at. */
const MOST_READ = 100;
/** Characters of labels and descriptions that are kept. */
const MOST_TEXT = 200;
const MOST_ID = 2000;
const MOST_TYPES = 5;

/** Text of a service, in one line of bounded length. */
const shortText = z.string().transform((value) => {
  const line = value
    .slice(0, 4 * MOST_TEXT)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return line.length <= MOST_TEXT ? line : `${line.slice(0, cutAt(line, MOST_TEXT - 1))}…`;
});

const manifestSchema = z.object({
  name: shortText,
  identifierSpace: z.string().max(MOST_ID).catch(''),
  versions: z.array(z.string()).max(100).optional(),
  view: z
    .object({ url: z.string().max(MOST_ID) })
    .optional()
    .catch(undefined),
  batchSize: z.number().int().min(1).optional().catch(undefined),
});

const typeSchema = z.union([
  z.string(),
  z.object({ id: z.string(), name: z.string().optional() }).transform(({ id, name }) => name ?? id),
]);

const candidateSchema = z.object({
  id: z.string().min(1).max(MOST_ID),
  name: shortText.catch(''),
  description: shortText.catch(''),
  type: z.array(typeSchema.pipe(shortText)).max(1000).catch([]),
  score: z.coerce.number().catch(Number.NaN),
  match: z.boolean().catch(false),
});

const resultSchema = z.object({ result: z.array(z.unknown()) });

/** The answer of a service is not one of the Reconciliation API. */
export class NoReconciliationAnswer extends InputError {}

function jsonObject(service: string, text: string): Readonly<Record<string, unknown>> {
  const value = parseJson(text);
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Readonly<Record<string, unknown>>;
  const beginning = text.slice(0, 60).replace(/\s+/gu, ' ');
  throw new NoReconciliationAnswer(
    `${service} did not answer with JSON of the Reconciliation API: ${beginning}`,
    {
      hint: 'check the address: does it show the manifest of the service in a browser?',
    },
  );
}

/**
 * Reads the manifest of a service.
 * @throws NoReconciliationAnswer where it is none, or of a version that this client does not speak
 */
export function readManifest(service: string, text: string): ServiceManifest {
  const { data } = manifestSchema.safeParse(jsonObject(service, text));
  if (data === undefined)
    throw new NoReconciliationAnswer(
      `${service} has no manifest of the Reconciliation API: its name is missing`,
    );
  const { versions, view, ...manifest } = data;
  if (versions !== undefined && !versions.some((version) => VERSIONS.has(version)))
    throw new NoReconciliationAnswer(
      `${service} speaks the Reconciliation API ${versions.slice(0, 5).join(', ').slice(0, 100)}`,
      { hint: `sfwc speaks ${[...VERSIONS].join(' and ')}` },
    );
  return { ...manifest, ...(view === undefined ? {} : { view: view.url }) };
}

/**
 * Reads the answer to a batch: the candidates by the keys of the queries, the best first. Keys without a proper result are missing;
 * keys that were not requested, and candidates without an identifier that makes an IRI, are left out.
 * @throws NoReconciliationAnswer where no key has a result
 */
export function readBatch(
  service: string,
  text: string,
  keys: readonly string[],
  manifest: ServiceManifest,
): ReadonlyMap<string, readonly Candidate[]> {
  const answer = jsonObject(service, text);
  const found = new Map<string, readonly Candidate[]>();
  for (const key of keys) {
    const { data } = resultSchema.safeParse(Object.hasOwn(answer, key) ? answer[key] : undefined);
    if (data !== undefined) found.set(key, candidatesOf(data.result, manifest));
  }
  if (found.size > 0) return found;
  const names = Object.keys(answer).slice(0, 3).join(', ').slice(0, 60);
  throw new NoReconciliationAnswer(
    `${service} answered none of the queries ${keys[0] ?? ''} to ${keys.at(-1) ?? ''} (its keys: ${names})`,
  );
}

function candidatesOf(result: readonly unknown[], manifest: ServiceManifest): readonly Candidate[] {
  return result
    .slice(0, MOST_READ)
    .flatMap((stated): Candidate[] => {
      const { data } = candidateSchema.safeParse(stated);
      const entity = data && entityIri(data.id, manifest);
      if (data === undefined || entity === undefined) return [];
      const score = Number.isFinite(data.score) ? data.score : 0;
      const { name, description, match, type } = data;
      return [{ iri: entity, label: name, description, types: type.slice(0, MOST_TYPES), score, match }];
    })
    .sort((a, b) => Number(b.match) - Number(a.match) || b.score - a.score)
    .slice(0, MOST_CANDIDATES);
}

/** Schemes of IRIs that name entities; others may do something when they are opened. */
const NAMING = /^(?:https?:\/\/[^/]|urn:|info:|doi:|ark:)/i;

/** The IRI of an entity: its identifier, or that in the service's space, or the address of its page. */
function entityIri(id: string, { identifierSpace, view }: ServiceManifest): string | undefined {
  const encoded = encodeURIComponent(id);
  const inSpace = /[/#=:]$/.test(identifierSpace) ? `${identifierSpace}${encoded}` : undefined;
  const candidates = [id, inSpace, view?.replaceAll('{{id}}', encoded)];
  return candidates.find((iri) => iri !== undefined && NAMING.test(iri) && isIri(iri));
}
