/** A table of a document whose figures a benchmark computes. */
export interface Figure {
  readonly name: string;
  /** Path of the document. */
  readonly document: string;
  /** The table is the first after these texts, one after the other. */
  readonly after: readonly string[];
  /** Columns that name a row; 1 unless given. */
  readonly labels?: number;
  /** Name and options of the benchmark. */
  readonly bench: readonly string[];
  /** How long it takes on two cores, roughly. */
  readonly minutes: number;
  /** How far figures may be from the printed ones, apart from rounding. */
  readonly band: number;
  /** The numbers of a cell, in the output of the benchmark; undefined where it does not print them. */
  readonly read: (output: string, row: readonly string[], column: string) => readonly number[] | undefined;
}

/** A number of a document, and what the benchmark measured. */
export interface ComparedNumber {
  /** Labels of row and column. */
  readonly where: string;
  readonly printed: string;
  readonly measured: number | undefined;
}

export const FIGURES: readonly Figure[];
export function numbersIn(text: string): number[];
export function tableAfter(markdown: string, after: readonly string[]): readonly (readonly string[])[];
export function compareFigures(
  figure: Pick<Figure, 'labels' | 'after' | 'read'>,
  markdown: string,
  output: string,
): readonly ComparedNumber[];
export function isAsPrinted(compared: ComparedNumber, band: number): boolean;
