import type { Rows, Term, Triple } from './answers.js';
import { numberOf } from './term-texts.js';

/** Which columns of an answer can be bars, the most fitting first. */
export interface BarColumns {
  /** Columns that name rows. */
  readonly labels: readonly number[];
  /** Columns of numbers. */
  readonly numbers: readonly number[];
}

/** Links between things, to be drawn. */
export interface Edge {
  readonly from: Term;
  readonly to: Term;
  /** The IRI of the property, where there is one. */
  readonly property?: string;
}

/** Columns for bars; undefined where an answer has no numbers, no names for them, or only one row. */
export function barColumns({ columns, rows }: Rows): BarColumns | undefined {
  if (rows.length < 2) return undefined;
  const all = columns.map((_, place) => place);
  const numbers = all.filter((place) => isNumeric(rows, place));
  const labels = all.filter((place) => !numbers.includes(place) && valuesOf(rows, place).size > 0);
  if (numbers.length === 0 || labels.length === 0) return undefined;
  const isTelling = (place: number): boolean => isTellingNumber(rows, place);
  return {
    labels: labels.sort((a, b) => rankOfLabel(rows, a) - rankOfLabel(rows, b)),
    numbers: [...numbers.filter(isTelling), ...numbers.filter((place) => !isTelling(place))],
  };
}

/** Texts that differ in each row come first, IRIs after texts, and columns of one value last. */
function rankOfLabel(rows: Rows['rows'], place: number): number {
  const values = valuesOf(rows, place).size;
  const isIri = rows.some((row) => row[place]?.kind === 'iri');
  return (values === rows.length ? 0 : values > 1 ? 2 : 4) + (isIri ? 1 : 0);
}

function isNumeric(rows: Rows['rows'], place: number): boolean {
  const terms = rows.flatMap((row) => row[place] ?? []);
  return terms.length > 0 && terms.every((term) => numberOf(term) !== undefined);
}

/** Not the same in all rows, and not the number of the row. */
function isTellingNumber(rows: Rows['rows'], place: number): boolean {
  const isRank = rows.every((row, at) => numberOf(row[place]) === at + 1);
  return !isRank && valuesOf(rows, place).size > 1;
}

function valuesOf(rows: Rows['rows'], place: number): ReadonlySet<string> {
  return new Set(rows.flatMap((row) => row[place]?.value ?? []));
}

/** The links in rows: from the first column of IRIs to the second; none where there are no two. */
export function edgesOfRows({ columns, rows }: Rows): readonly Edge[] {
  const isLink = (place: number): boolean => {
    const terms = rows.flatMap((row) => row[place] ?? []);
    return terms.length > 0 && terms.every(({ kind }) => kind !== 'literal');
  };
  const [first, second] = columns.map((_, place) => place).filter(isLink);
  if (first === undefined || second === undefined) return [];
  return rows.flatMap((row) => {
    const [from, to] = [row[first], row[second]];
    return from === undefined || to === undefined ? [] : [{ from, to }];
  });
}

/** The links in triples: those to literals are left out. */
export function edgesOfTriples(triples: readonly Triple[]): readonly Edge[] {
  return triples.flatMap(([from, property, to]) =>
    to.kind === 'literal' ? [] : [{ from, to, property: property.value }],
  );
}
