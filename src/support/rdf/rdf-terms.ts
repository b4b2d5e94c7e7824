import { DataFactory, type Literal, type NamedNode } from 'n3';
import { xsd } from '../../model/vocabulary.js';

export function iri(value: string): NamedNode {
  return DataFactory.namedNode(value);
}

/** A plain string, without language. */
export function text(value: string): Literal {
  return DataFactory.literal(value);
}

const typed =
  (datatype: string) =>
  (value: number | boolean | string): Literal =>
    DataFactory.literal(String(value), iri(datatype));

export const integer: (value: number) => Literal = typed(xsd.integer);
/** Type of offsets, as NIF asks for. */
export const nonNegative: (value: number) => Literal = typed(xsd.nonNegativeInteger);
export const truth: (value: boolean) => Literal = typed(xsd.boolean);
/** @param value ISO 8601 with a time zone */
export const dateTime: (value: string) => Literal = typed(xsd.dateTime);

/** An `xsd:decimal` with six places: the same bytes on every machine. @throws RangeError for NaN and infinities */
export function decimal(value: number): Literal {
  if (!Number.isFinite(value)) throw new RangeError(`${value} cannot be written as a decimal`);
  return typed(xsd.decimal)(value.toFixed(6));
}
