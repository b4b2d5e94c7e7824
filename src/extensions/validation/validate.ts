import { readFile } from 'node:fs/promises';
import { reportTurtle, shownTerm, withPrefixes } from './shacl-report.js';
import { parseShapes, type ShapesGraph } from './shacl-shapes.js';
import { validateKnowledgeBase, type ValidationResult } from './shacl-validate.js';
import { InputError, UsageError, messageOf } from '../../model/errors.js';
import { sfwc, sh } from '../../model/vocabulary.js';
import { packagedPath } from '../../support/files/packaged-path.js';
import { openUnits, type DatasetUnit, type UnitPlaces } from '../../knowledge/places/dataset-units.js';
import { checkIntegrity, type IntegrityProblem } from './integrity.js';

/** What to validate. */
export interface ValidationRequest extends UnitPlaces {
  /** SHACL in Turtle; default: the shapes that come with sfwc. */
  readonly shapes?: string;
  /** Results that are given for each constraint and unit at most. */
  readonly most: number;
}

/** A result and the unit that it is about. */
export interface PlacedResult extends ValidationResult {
  /** File, or endpoint and graph. */
  readonly where: string;
}

/** One unit that was validated. */
export interface ValidatedUnit {
  readonly kind: DatasetUnit['kind'];
  readonly name: string;
  readonly results: readonly PlacedResult[];
  readonly problems: readonly IntegrityProblem[];
}

/** What a validation found. */
export interface ValidationSummary {
  readonly conforms: boolean;
  readonly units: readonly ValidatedUnit[];
  /** Files that could not be read. */
  readonly unreadable: readonly IntegrityProblem[];
  /** Whether a constraint is violated more often than is listed. */
  readonly cut: boolean;
  readonly shapes: ShapesGraph;
}

/**
 * Validates knowledge bases, crawls and thesauri: by shapes, and by what no shape can say.
 * @param onUnit told of each unit when it has been validated
 * @throws UsageError when there is nothing to validate or the shapes are not supported; InputError for places and shapes
 */
export async function validateUnits(
  request: ValidationRequest,
  onUnit: (unit: ValidatedUnit) => void = () => undefined,
): Promise<ValidationSummary> {
  const { kbs, crawls = [], thesauri = [], most } = request;
  if (kbs.length + crawls.length + thesauri.length === 0) {
    throw new UsageError('there is nothing to validate', {
      hint: 'name knowledge bases, or --crawl OUT, or --thesauri FILE.ttl',
    });
  }
  const shapes = await readShapes(request.shapes);
  const units: ValidatedUnit[] = [];
  const unreadable: IntegrityProblem[] = [];
  let anyCut = false;
  const opened = openUnits(request, ({ name, error }) => {
    unreadable.push({ where: name, message: error.message });
  });
  for await (const unit of byGraphs(opened)) {
    const { kb, scope, kind, name } = unit;
    const { results, cut } = await validateKnowledgeBase(kb, shapes, {
      most,
      scope,
    });
    anyCut ||= cut;
    const validated = {
      kind,
      name,
      results: results.map((result) => ({ ...result, where: unit.fileOf(result.graph) })),
      problems: await checkIntegrity(unit),
    };
    units.push(validated);
    onUnit(validated);
  }
  const faults = units.reduce((sum, { results, problems }) => sum + results.length + problems.length, 0);
  return { conforms: faults + unreadable.length === 0, units, unreadable, cut: anyCut, shapes };
}

/** What commands add to a crawl, by the type of the graphs that hold it. */
const ADDED = [['page data', sfwc.PageData]] as const;

/**
 * The annotations of a crawl by each topic as a unit, since topics may link the same mention to different things; and what is
 * said of its pages, without what they say themselves, which nobody can vouch for. A crawl that has read that in its own file is
 * a unit next to it.
 */
async function* byGraphs(units: AsyncIterable<DatasetUnit>): AsyncGenerator<DatasetUnit> {
  for await (const unit of units) {
    let found = false;
    for (const [kind, type] of unit.kind === 'crawl' ? ADDED : [])
      for (const graph of await graphsOf(unit, type)) {
        found = true;
        yield { ...unit, kind, scope: { defaultGraphs: [graph] } };
      }
    const own = found ? await graphsOf(unit, sfwc.Crawl) : [];
    if (own.length > 0) yield { ...unit, scope: { defaultGraphs: own } };
    if (!found) yield unit;
  }
}

async function graphsOf({ kb }: DatasetUnit, type: string): Promise<readonly string[]> {
  const { rows } = await kb.select(`SELECT ?g WHERE { GRAPH ?g { ?g a <${type}> } } ORDER BY ?g`);
  return rows.flatMap((row) => row['g']?.value ?? []);
}

async function readShapes(file = packagedPath('kb/shapes.ttl')): Promise<ShapesGraph> {
  try {
    return parseShapes(await readFile(file, 'utf8'), file);
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError(`cannot read the shapes ${file}: ${messageOf(error)}`, { cause: error });
  }
}

/** One line for each fault, then a summary. */
export function validationText(summary: ValidationSummary): string {
  const { units, unreadable, cut } = summary;
  const lines = [
    ...unreadable.map(problemLine),
    ...units.flatMap(({ results, problems }) => [...results.map(resultLine), ...problems.map(problemLine)]),
  ];
  const faults = cut ? `more than ${lines.length}` : String(lines.length);
  const looked = `${units.length + unreadable.length} looked at: ${kindsText(summary)}`;
  const verdict = summary.conforms
    ? `conforms (${looked})`
    : `does not conform: ${faults} ${lines.length === 1 ? 'fault' : 'faults'} (${looked})`;
  return `${[...lines, verdict].join('\n')}\n`;
}

/** Several units of a kind. */
const PLURALS: Readonly<Record<DatasetUnit['kind'], string>> = {
  topic: 'topics',
  crawl: 'crawls',
  'page data': 'page data',
  thesaurus: 'thesauri',
};

function kindsText({ units, unreadable }: ValidationSummary): string {
  const counts = (['topic', 'crawl', 'page data', 'thesaurus'] as const).flatMap((kind) => {
    const count = units.filter((unit) => unit.kind === kind).length;
    const plural = PLURALS[kind];
    return count === 0 ? [] : [`${count} ${count === 1 ? kind : plural}`];
  });
  return [...counts, ...(unreadable.length === 0 ? [] : [`${unreadable.length} unreadable`])].join(', ');
}

function problemLine({ where, message }: IntegrityProblem): string {
  return `${where}: ${message}`;
}

function resultLine({ where, focusNode, shape, path, value, message, component }: PlacedResult): string {
  const property = path ?? shape.path;
  const named = shape.name ?? (property === undefined ? '' : withPrefixes(property));
  // The message of a query has the value where it matters.
  const isQuery = component === `${sh.namespace}SPARQLConstraintComponent`;
  const isFocus = value?.value === focusNode.value;
  const shown = value === undefined || isQuery || isFocus ? '' : ` ${shownTerm(value)}`;
  const what = named === '' ? '' : ` ${named}${shown}`;
  return `${where}: ${shownTerm(focusNode)}${what} ${withPrefixes(message)}`;
}

/** The summary as plain data, for programs. */
export function validationJson(summary: ValidationSummary): object {
  const { conforms, cut, units, unreadable } = summary;
  return {
    conforms,
    cut,
    units: units.map(({ kind, name, results, problems }) => ({
      kind,
      name,
      conforms: results.length + problems.length === 0,
      results: results.map(({ where, graph, focusNode, shape, path, component, value, message }) => ({
        where,
        graph,
        focusNode,
        path: path ?? shape.path,
        component,
        severity: shape.severity,
        message,
        value,
      })),
      problems,
    })),
    unreadable,
  };
}

/** The results as a SHACL validation report in Turtle; faults that no shape tells are not in it. */
export function validationTurtle({ units, shapes }: ValidationSummary): string {
  return reportTurtle(
    units.flatMap(({ results }) => results),
    shapes.graph,
  );
}

/** The faults that a SHACL report does not hold, one a line. */
export function otherFaults({ units, unreadable }: ValidationSummary): readonly string[] {
  return [...unreadable, ...units.flatMap(({ problems }) => problems)].map(problemLine);
}
