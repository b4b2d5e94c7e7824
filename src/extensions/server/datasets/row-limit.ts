/** A result that may have been truncated. */
export interface CutText {
  readonly text: string;
  readonly cut: boolean;
}

/**
 * Keeps the first rows of a result in one of the four SPARQL result formats.
 * @param mediaType SPARQL JSON, SPARQL XML, CSV or TSV as the specifications define them
 */
export function cutRows(text: string, mediaType: string, rows: number): CutText {
  switch (mediaType) {
    case 'application/sparql-results+json':
      return cutJson(text, rows);
    case 'application/sparql-results+xml':
      return cutXml(text, rows);
    case 'text/csv':
      return cutAt(text, nthRecord(text, rows + 1));
    default:
      return cutAt(text, nthLine(text, rows + 1));
  }
}

/** Keeps the first triples of N-Triples. */
export function cutTriples(ntriples: string, triples: number): CutText {
  return cutAt(ntriples, nthLine(ntriples, triples));
}

function cutAt(text: string, end: number): CutText {
  return end < text.length ? { text: text.slice(0, end), cut: true } : { text, cut: false };
}

/** The end of the nth line. Values have no line breaks: they are escaped. */
function nthLine(text: string, lines: number): number {
  let end = 0;
  for (let line = 0; line < lines; line += 1) {
    const found = text.indexOf('\n', end);
    if (found < 0) return text.length;
    end = found + 1;
  }
  return end;
}

/** The same for CSV, where quoted values may have line breaks. */
function nthRecord(text: string, records: number): number {
  const boundary = /"[^"]*"|\n/g;
  let seen = 0;
  for (let found = boundary.exec(text); found !== null; found = boundary.exec(text)) {
    if (found[0] === '\n') seen += 1;
    if (seen === records) return boundary.lastIndex;
  }
  return text.length;
}

/** Text of values has `<` escaped, so a match is a tag. */
function cutXml(text: string, rows: number): CutText {
  let at = -1;
  for (let row = 0; row <= rows; row += 1) {
    at = text.indexOf('<result>', at + 1);
    if (at < 0) return { text, cut: false };
  }
  return { text: `${text.slice(0, at)}</results></sparql>`, cut: true };
}

function cutJson(text: string, rows: number): CutText {
  const parsed = JSON.parse(text) as { readonly results?: { readonly bindings: readonly unknown[] } };
  const bindings = parsed.results?.bindings ?? [];
  if (bindings.length <= rows) return { text, cut: false };
  return { text: JSON.stringify({ ...parsed, results: { bindings: bindings.slice(0, rows) } }), cut: true };
}
