import type { Term } from './answers.js';

const XSD = 'http://www.w3.org/2001/XMLSchema#';
const NUMBERS = new Set(
  [
    ...['integer', 'decimal', 'double', 'float', 'int', 'long', 'short', 'byte'],
    ...['nonNegativeInteger', 'positiveInteger', 'nonPositiveInteger', 'negativeInteger'],
    ...['unsignedInt', 'unsignedLong', 'unsignedShort', 'unsignedByte'],
  ].map((name) => XSD + name),
);
/** Digits of a number with a fraction that are shown. */
const DIGITS = 4;

/** The value of a number; undefined for all other terms. */
export function numberOf(term: Term | undefined): number | undefined {
  if (term?.datatype === undefined || !NUMBERS.has(term.datatype)) return undefined;
  const value = Number(term.value);
  return Number.isNaN(value) ? undefined : value;
}

/** A literal as it is read: numbers without trailing digits, times without letters. */
export function literalText(term: Term): string {
  const value = numberOf(term);
  if (value !== undefined)
    return value.toLocaleString('en', {
      maximumFractionDigits: DIGITS,
      useGrouping: Math.abs(value) >= 10_000,
    });
  if (term.datatype === `${XSD}dateTime`)
    return term.value.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?(?:Z|\+00:00)$/, '$1 $2 UTC');
  return term.value;
}

/** A literal in full: its value where it is shown in short, and its type or language. */
export function literalTitle(term: Term, prefixes: Readonly<Record<string, string>>): string | undefined {
  const value = literalText(term) === term.value ? undefined : term.value;
  const type = term.datatype === undefined ? undefined : shortIri(term.datatype, prefixes);
  const language = term.language === undefined ? undefined : `language ${term.language}`;
  const parts = [value, type ?? language].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join(' · ');
}

/** An IRI as people read it: with a known prefix, or without the scheme of the Web. */
export function shortIri(iri: string, prefixes: Readonly<Record<string, string>>): string {
  for (const [prefix, begun] of Object.entries(prefixes)) {
    const rest = iri.slice(begun.length);
    if (iri.startsWith(begun) && /^[\w-]+$/.test(rest)) return `${prefix}:${rest}`;
  }
  return iri.replace(/^https?:\/\/(?=.)/, '');
}

/** Part of an IRI behind its last slash or number sign. */
export function lastSegment(iri: string): string {
  return iri.slice(Math.max(iri.lastIndexOf('/'), iri.lastIndexOf('#')) + 1);
}

/** A text as a literal of SPARQL. */
export function quoted(text: string): string {
  const escaped = text
    .replace(/[\\"]/g, '\\$&')
    .replace(/\n/g, '\\n')
    .replace(/\r/g, '\\r')
    .replace(/[\u{d800}-\u{dfff}]/gu, '');
  return `"${escaped}"`;
}

/** True if an IRI can be written in a query as it is. */
export function isWritable(iri: string): boolean {
  return /^[a-z][a-z\d+.-]*:[^\p{Cc}\s<>"{}|\\^`]*$/iu.test(iri);
}
