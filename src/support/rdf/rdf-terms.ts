import { DataFactory, type Literal, type NamedNode } from 'n3';
import { xsd } from '../../model/vocabulary.js';

/** Decimal places of every real number that is written: enough for bits of IDF, and the same bytes on every machine. */
const DECIMALS = 6;

export function iri(value: string): NamedNode {
  return DataFactory.namedNode(value);
}

/** A plain string, without language. */
export function text(value: string): Literal {
  return DataFactory.literal(value);
}

export function integer(value: number): Literal {
  return DataFactory.literal(String(value), DataFactory.namedNode(xsd.integer));
}

/** An `xsd:nonNegativeInteger`, which NIF asks for. */
export function nonNegative(value: number): Literal {
  return DataFactory.literal(String(value), DataFactory.namedNode(xsd.nonNegativeInteger));
}

/** An `xsd:decimal` with six places. @throws RangeError for NaN and infinities, which have no decimal form */
export function decimal(value: number): Literal {
  if (!Number.isFinite(value)) throw new RangeError(`${value} cannot be written as a decimal`);
  return DataFactory.literal(value.toFixed(DECIMALS), DataFactory.namedNode(xsd.decimal));
}

export function truth(value: boolean): Literal {
  return DataFactory.literal(String(value), DataFactory.namedNode(xsd.boolean));
}

/** @param value ISO 8601 with a time zone */
export function dateTime(value: string): Literal {
  return DataFactory.literal(value, DataFactory.namedNode(xsd.dateTime));
}
