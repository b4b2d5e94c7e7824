import type { Quad } from 'n3';

/** Something in an RDF file that could not be used; the rest was. */
export interface RdfFault {
  /** File and line, or the file. */
  readonly where: string;
  /** One line. */
  readonly message: string;
}

/** Some statements of a file, in its order. */
export interface RdfBatch {
  readonly quads: readonly Quad[];
  /** The line on which the statement begins that one of these quads comes from. It takes time: for faults only. */
  lineOf(quad: Quad): number;
}

/**
 * Reads an RDF file as a stream, whatever is wrong with it: RDF/XML, Turtle, N-Triples or JSON-LD, each also packed by gzip or
 * bzip2.
 * @param wants by predicate: what statements need not be given; others may be given all the same. Default: all are wanted
 * @throws InputError when the file is missing, cut off, or of another kind
 */
export type ReadRdf = (
  file: string,
  onFault: (fault: RdfFault) => void,
  wants?: (predicate: string) => boolean,
) => AsyncGenerator<RdfBatch>;
