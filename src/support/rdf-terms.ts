import { DataFactory, type Literal, type NamedNode } from 'n3';
import { xsd } from '../model/vocabulary.js';

const { literal, namedNode } = DataFactory;

/** Decimal places of every real number that is written: enough for bits of IDF, and the same bytes on every machine. */
const DECIMALS = 6;

export function iri(value: string): NamedNode {
  return namedNode(value);
}

/** A plain string, without language. */
export function text(value: string): Literal {
  return literal(value);
}

export function integer(value: number): Literal {
  return literal(String(value), namedNode(xsd.integer));
}

/** An `xsd:decimal` with six places. @throws RangeError for NaN and infinities, which have no decimal form */
export function decimal(value: number): Literal {
  if (!Number.isFinite(value)) throw new RangeError(`${value} cannot be written as a decimal`);
  return literal(value.toFixed(DECIMALS), namedNode(xsd.decimal));
}

export function truth(value: boolean): Literal {
  return literal(String(value), namedNode(xsd.boolean));
}

/** @param value ISO 8601 with a time zone */
export function dateTime(value: string): Literal {
  return literal(value, namedNode(xsd.dateTime));
}
