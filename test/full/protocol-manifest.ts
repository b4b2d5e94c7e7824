import { Parser, Store, type Quad_Object } from 'n3';

/** What a response must be. */
export interface ExpectedResponse {
  /** Codes such as 200, or classes such as 2xx; any of them. */
  readonly statuses: readonly string[];
  readonly boolean?: boolean;
  readonly format?: string;
}

/** A request and what it must be answered with. */
export interface ProtocolStep {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly encoding?: string;
  readonly expected: ExpectedResponse;
}

/** A test of the W3C: graphs to begin with, and requests one after the other. */
export interface ProtocolTest {
  readonly name: string;
  readonly graphs: readonly { readonly iri: string; readonly file: string }[];
  readonly steps: readonly ProtocolStep[];
}

type Term = Quad_Object;

const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const MF = 'http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#';
const HT = 'http://www.w3.org/2011/http#';
const CNT = 'http://www.w3.org/2011/content#';
const UT = 'http://www.w3.org/2009/sparql/tests/test-update#';
const LABEL = 'http://www.w3.org/2000/01/rdf-schema#label';
const CODES: Readonly<Record<string, string>> = {
  Created: '201',
  OK: '200',
  NoContent: '204',
  NotFound: '404',
};

/** Reads a manifest whose requests are written in the W3C's HTTP vocabulary. */
export function readManifest(turtle: string): ProtocolTest[] {
  const store = new Store(new Parser({ baseIRI: 'file:///manifest/' }).parse(turtle));
  const lists = store.extractLists();
  const all = (subject: Term, predicate: string): Term[] => store.getObjects(subject, predicate, null);
  const one = (subject: Term, predicate: string): Term | undefined => all(subject, predicate)[0];
  const text = (subject: Term | undefined, predicate: string): string | undefined =>
    subject === undefined ? undefined : one(subject, predicate)?.value;
  const items = (subject: Term, predicate: string): readonly Term[] =>
    (lists[one(subject, predicate)?.value ?? ''] ?? []) as unknown as readonly Term[];
  const headersOf = (subject: Term): Record<string, string> =>
    Object.fromEntries(
      items(subject, `${HT}headers`).map((header) => [
        text(header, `${HT}fieldName`)!,
        text(header, `${HT}fieldValue`)!,
      ]),
    );
  const expectedOf = (response: Term): ExpectedResponse => {
    const answer = text(response, `${MF}expectedBoolean`);
    return defined({
      statuses: all(response, `${MF}expectedStatus`)
        .map(({ value }) => value.split('#')[1]!)
        .map((name) => CODES[name] ?? name.replace('StatusCode', '')),
      boolean: answer === undefined ? undefined : answer === 'true',
      format: text(response, `${MF}expectedFormat`),
    });
  };
  const stepOf = (request: Term): ProtocolStep => {
    const body = one(request, `${HT}body`);
    return defined({
      method: text(request, `${HT}methodName`)!,
      path: text(request, `${HT}absolutePath`)!,
      headers: headersOf(request),
      body: text(body, `${CNT}chars`),
      encoding: text(body, `${CNT}characterEncoding`),
      expected: expectedOf(one(request, `${HT}resp`)!),
    });
  };
  const [manifest] = store.getSubjects(`${RDF}type`, `${MF}Manifest`, null);
  return items(manifest as Term, `${MF}entries`).map((test) => ({
    name: test.value.split('#')[1]!,
    graphs: all(test, `${UT}graphData`).map((data) => ({
      iri: text(data, LABEL)!,
      file: text(data, `${UT}graph`)!.split('/').at(-1)!,
    })),
    steps: items(one(test, `${MF}action`)!, `${HT}requests`).map(stepOf),
  }));
}

function defined<T extends object>(values: { [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T;
}
