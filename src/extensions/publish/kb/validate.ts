import { readFile } from 'node:fs/promises';
import { Parser, Store, type Quad } from 'n3';
import SHACLValidator from 'rdf-validate-shacl';
import { openUnits, type DatasetUnit, type UnitPlaces } from '../../../knowledge/places/knowledge-base.js';
import { iri } from '../../../support/rdf/rdf-terms.js';
import { InputError, messageOf, UsageError } from '../../../model/errors.js';
import { sh, xsd } from '../../../model/vocabulary.js';
import { packagedPath } from '../../../support/files/packaged-path.js';

/** A node that does not conform. */
export interface ValidationResult {
  /** File, or endpoint and graph. */
  readonly where: string;
  readonly focusNode: string;
  /** IRI of the property at fault, where it is one. */
  readonly path?: string;
  /** IRI of the constraint component. */
  readonly component: string;
  readonly value?: string;
  readonly message: string;
}

/** Result of a validation. */
export interface ValidationSummary {
  readonly conforms: boolean;
  /** Names of the topics and crawls that were validated. */
  readonly units: readonly string[];
  readonly results: readonly ValidationResult[];
  /** Files that could not be read. */
  readonly unreadable: readonly string[];
}

/** Statements of a topic or crawl that are validated: the validator holds them in memory. */
const MAX_STATEMENTS = 1_500_000;

const SPARQL_COMPONENT = `${sh.namespace}SPARQLConstraintComponent`;

/**
 * Validates topics and crawls by SHACL: the core by rdf-validate-shacl, `sh:sparql` by queries over the whole.
 * @param request.shapes SHACL in Turtle; default: the shapes that come with sfwc
 * @throws UsageError when there is nothing to validate; InputError for places and shapes, and for a unit that is too large
 */
export async function validateUnits(
  request: UnitPlaces & { readonly shapes?: string },
): Promise<ValidationSummary> {
  if (request.kbs.length + (request.crawls ?? []).length === 0)
    throw new UsageError('there is nothing to validate', { hint: 'name knowledge bases, or --crawl OUT' });
  const shapes = await readShapes(request.shapes);
  const [units, results, unreadable]: [string[], ValidationResult[], string[]] = [[], [], []];
  const opened = openUnits(request, ({ name, error }) => {
    unreadable.push(`${name}: ${error.message}`);
  });
  for await (const unit of opened) {
    results.push(...(await validateUnit(unit, shapes)));
    units.push(unit.name);
  }
  return { conforms: results.length + unreadable.length === 0, units, results, unreadable };
}

async function readShapes(file = packagedPath('kb/shapes.ttl')): Promise<Store> {
  try {
    return new Store(new Parser({ baseIRI: file }).parse(await readFile(file, 'utf8')));
  } catch (error) {
    throw new InputError(`cannot read the shapes ${file}: ${messageOf(error)}`, { cause: error });
  }
}

type Reported = { readonly termType: string; readonly value: string } | null | undefined;

/** Validates a topic or a crawl. @throws InputError when it is too large; QueryError for a malformed query of the shapes */
export async function validateUnit(unit: DatasetUnit, shapes: Store): Promise<readonly ValidationResult[]> {
  const data = new Store([...(await statementsOf(unit))]);
  const { results } = await new SHACLValidator(coreOf(shapes)).validate(data);
  const found = results.map((result): ValidationResult => {
    // The types of the validator promise more than it gives.
    const { focusNode, path, value } = result as unknown as Readonly<Record<string, Reported>>;
    return {
      where: unit.name,
      focusNode: focusNode?.value ?? '',
      ...(path?.termType === 'NamedNode' ? { path: path.value } : {}),
      component: (result.sourceConstraintComponent as Reported)?.value ?? '',
      ...(value === null || value === undefined ? {} : { value: value.value }),
      message: result.message.map((text) => text.value).join('; '),
    };
  });
  return [...found, ...(await queryResults(unit, shapes))];
}

/** The shapes as the validator can use them: without queries, and with the type that stores give to all whole numbers. */
function coreOf(shapes: Store): Store {
  const core = new Store();
  for (const { subject, predicate, object } of shapes.getQuads(null, null, null, null))
    if (predicate.value !== `${sh.namespace}sparql`)
      core.addQuad(subject, predicate, object.value === xsd.nonNegativeInteger ? iri(xsd.integer) : object);
  return core;
}

async function statementsOf({ kb, name }: DatasetUnit): Promise<readonly Quad[]> {
  const { rows } = await kb.select('SELECT (COUNT(*) AS ?n) WHERE { ?s ?p ?o }');
  const count = Number(rows[0]?.['n']?.value ?? 0);
  if (count > MAX_STATEMENTS)
    throw new InputError(`${name} has ${count} statements; at most ${MAX_STATEMENTS} are validated`, {
      hint: 'validate it in parts, or with a SHACL processor that works on files and kb/shapes.ttl',
    });
  const text = await kb.answer('CONSTRUCT WHERE { ?s ?p ?o }', 'ntriples');
  return new Parser({ format: 'N-Triples' }).parse(text);
}

/** Runs the queries of `sh:sparql`, each once: `$this` is whatever it selects. */
async function queryResults({ kb, name }: DatasetUnit, shapes: Store): Promise<readonly ValidationResult[]> {
  const text = (subject: Quad['object'], predicate: string): string =>
    shapes.getObjects(subject, `${sh.namespace}${predicate}`, null)[0]?.value ?? '';
  const prefixes = shapes
    .getObjects(null, `${sh.namespace}declare`, null)
    .map((declared) => `PREFIX ${text(declared, 'prefix')}: <${text(declared, 'namespace')}>\n`);
  const found: ValidationResult[] = [];
  for (const constraint of shapes.getObjects(null, `${sh.namespace}sparql`, null)) {
    const { rows } = await kb.select(`${prefixes.join('')}${text(constraint, 'select')}`);
    for (const row of rows)
      found.push({
        ...{ where: name, focusNode: row['this']?.value ?? '', component: SPARQL_COMPONENT },
        message: text(constraint, 'message').replace(
          /\{[?$](\w+)\}/g,
          (whole, variable: string) => row[variable]?.value ?? whole,
        ),
      });
  }
  return found;
}

/** One line for each fault, then a summary. */
export function validationText({ conforms, units, results, unreadable }: ValidationSummary): string {
  const lines = [...unreadable, ...results.map(resultLine)];
  const looked = `${units.length + unreadable.length} looked at`;
  const verdict = conforms ? 'conforms' : `does not conform: ${lines.length} faults`;
  return [...lines, `${verdict} (${looked})\n`].join('\n');
}

function resultLine({ where, focusNode, path, value, message }: ValidationResult): string {
  const property = path === undefined ? '' : ` <${path}>`;
  const shown = value === undefined || value === focusNode ? '' : ` “${value}”`;
  return `${where}: <${focusNode}>${property}${shown} ${message}`;
}
