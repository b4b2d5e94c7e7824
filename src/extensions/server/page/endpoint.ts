import { parseResults, parseTriples, type Answer, type Term } from './answers.js';

/** Header with the number of rows after which an answer was cut. */
const CUT_HEADER = 'sfwc-cut-after';
const ROWS = 'application/sparql-results+json';
const TRIPLES = 'application/n-triples';

/** An answer, and what is to be said about it. */
export interface Answered {
  readonly answer: Answer;
  readonly seconds: number;
  /** Rows after which the server cut the answer. */
  readonly cutAfter?: number;
}

/** Asks the server. All throw an Error with the server's message. */
export interface Endpoint {
  ask(query: string, signal?: AbortSignal): Promise<Answered>;
  /** Rows of a SELECT, by the names of their columns. */
  select(query: string, signal?: AbortSignal): Promise<readonly Readonly<Record<string, Term | undefined>>[]>;
  /** The answer in a format. */
  inFormat(query: string, mediaType: string): Promise<Blob>;
  /** Something else on the server, as text. */
  text(address: string): Promise<string>;
}

/** @param token of a control room; null on a server of its own */
export function openEndpoint(token: string | null): Endpoint {
  const request = async (address: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    if (token !== null) headers.set('authorization', `Bearer ${token}`);
    const response = await fetch(address, { ...init, headers }).catch((thrown: unknown) => {
      if (thrown instanceof TypeError) throw new Error('The server cannot be reached. Is it running?');
      throw thrown;
    });
    if (!response.ok) throw new Error((await response.text()).trim());
    return response;
  };
  const post = (query: string, accept: string, signal?: AbortSignal): Promise<Response> =>
    request('sparql', {
      ...{ method: 'POST', body: query, signal: signal ?? null },
      headers: { 'content-type': 'application/sparql-query', accept },
    });
  const ask: Endpoint['ask'] = async (query, signal) => {
    const begun = performance.now();
    const response = await post(query, `${ROWS}, ${TRIPLES};q=0.9`, signal);
    const isTriples = (response.headers.get('content-type') ?? '').startsWith(TRIPLES);
    const body = await response.text();
    const cut = response.headers.get(CUT_HEADER);
    return {
      answer: isTriples ? parseTriples(body) : parseResults(body),
      seconds: (performance.now() - begun) / 1000,
      ...(cut === null ? {} : { cutAfter: Number(cut) }),
    };
  };
  return {
    ask,
    async select(query, signal) {
      const { answer } = await ask(query, signal);
      if (answer.kind !== 'rows') return [];
      return answer.rows.map((row) =>
        Object.fromEntries(answer.columns.map((column, place) => [column, row[place]])),
      );
    },
    inFormat: async (query, mediaType) => (await post(query, mediaType)).blob(),
    text: async (address) => (await request(address)).text(),
  };
}
