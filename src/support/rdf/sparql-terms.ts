/** A string as a SPARQL literal: no text, however written, can end it early. */
export function sparqlString(value: string): string {
  const escapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };
  return `"${value.replace(/[\\"\n\r\t]/g, (character) => escapes[character] ?? `\\${character}`)}"`;
}

/** Characters that RFC 3987 allows nowhere in an IRI, whatever URLs make of them: controls, blanks, private characters, `<>"{}|\^` and backtick. */
const NOT_IN_IRIS = /[\p{Cc}\p{Cs}\p{Co}\p{Noncharacter_Code_Point}\uFFF0-\uFFFF\s<>"{}|\\^`]/gu;

/**
 * An address as an IRI: what URLs hold and no IRI holds is percent-encoded, as are brackets behind the host (`?id[]=1`), a second
 * `#`, and a `%` that encodes nothing. What is an IRI already stays as it is.
 */
export function iriOfUrl(url: string): string {
  const [, host = '', rest = ''] = /^([a-z][a-z0-9+.-]*:\/\/[^/?#]*)?(.*)$/isu.exec(url) ?? [];
  const [path = '', ...fragments] = rest.split('#');
  const tail = fragments.length === 0 ? path : `${path}#${fragments.join('%23')}`;
  return (host + tail.replace(/[[\]]/g, percentEncoded))
    .replace(/%(?![0-9a-f]{2})/gi, '%25')
    .replace(NOT_IN_IRIS, percentEncoded);
}

/** Half of a surrogate pair has no encoding; it becomes the replacement character. */
function percentEncoded(character: string): string {
  return encodeURIComponent(character.replace(/\p{Cs}/gu, '\uFFFD'));
}

/** True if the text can stand between `<` and `>` as an absolute IRI. */
export function isIri(value: string): boolean {
  return /^[a-z][a-z0-9+.-]*:/i.test(value) && iriOfUrl(value) === value;
}

/** An IRI as SPARQL writes it. @throws RangeError when it is not one */
export function sparqlIri(value: string): string {
  if (!isIri(value)) throw new RangeError(`not an absolute IRI: ${value}`);
  return `<${value}>`;
}
