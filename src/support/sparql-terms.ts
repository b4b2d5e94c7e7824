const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '"': '\\"',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

/** A string as a SPARQL literal: no text, however written, can end it early. */
export function sparqlString(value: string): string {
  return `"${value.replace(/[\\"\n\r\t]/g, (character) => ESCAPES[character] ?? character)}"`;
}

/** Whether the text can stand between `<` and `>` as an absolute IRI. */
export function isIri(value: string): boolean {
  return /^[a-z][a-z0-9+.-]*:[^\s<>"{}|\\^`]*$/i.test(value);
}

/** An IRI as SPARQL writes it. @throws RangeError when it is none */
export function sparqlIri(value: string): string {
  if (!isIri(value)) throw new RangeError(`not an absolute IRI: ${value}`);
  return `<${value}>`;
}
