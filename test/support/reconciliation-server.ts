import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A query of a batch, as the service got it. */
export interface AskedQuery {
  readonly query: string;
  readonly type?: string;
  readonly limit?: number;
}

/** What the service answers: JSON, or a status, headers and any text. */
export interface ServiceAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Never answers. */
  readonly silent?: true;
}

/** A stand-in for a reconciliation service on loopback. */
export interface ReconciliationServer {
  readonly url: string;
  /** The batches that it got. */
  readonly batches: Readonly<Record<string, AskedQuery>>[];
  /** Headers of the requests for batches. */
  readonly headers: Readonly<Record<string, unknown>>[];
  manifests: number;
  manifest: () => ServiceAnswer;
  /** Takes the place of how it answers. */
  answer: (queries: Readonly<Record<string, AskedQuery>>) => ServiceAnswer;
  close(): Promise<void>;
}

export const MANIFEST = {
  versions: ['0.2'],
  name: 'Things',
  identifierSpace: 'http://things.example/entity/',
  schemaSpace: 'http://things.example/type/',
  batchSize: 50,
};

/** A candidate as services write it. */
export function candidate(id: string, score: number, match = false): Record<string, unknown> {
  const type = [{ id: 'T1', name: 'thing' }];
  return { id, name: `name of ${id}`, description: `what ${id} is`, type, score, match };
}

/** @param known candidates by noun */
export async function startReconciliation(
  known: Readonly<Record<string, readonly object[]>>,
): Promise<ReconciliationServer> {
  const state = {
    batches: [] as Readonly<Record<string, AskedQuery>>[],
    headers: [] as Readonly<Record<string, unknown>>[],
    manifests: 0,
    manifest: (): ServiceAnswer => ({ body: MANIFEST }),
    answer: (queries: Readonly<Record<string, AskedQuery>>): ServiceAnswer => ({
      body: Object.fromEntries(
        Object.entries(queries).map(([key, { query }]) => [key, { result: known[query] ?? [] }]),
      ),
    }),
  };
  const answered = (form: URLSearchParams, headers: Readonly<Record<string, unknown>>): ServiceAnswer => {
    const queries = form.get('queries');
    if (queries === null) {
      state.manifests += 1;
      return state.manifest();
    }
    const batch = JSON.parse(queries) as Readonly<Record<string, AskedQuery>>;
    state.batches.push(batch);
    state.headers.push(headers);
    return state.answer(batch);
  };
  const server = createServer((request, response) => {
    let sent = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (sent += chunk));
    request.on('end', () => {
      const {
        status = 200,
        headers = {},
        body,
        silent,
      } = answered(new URLSearchParams(sent), request.headers);
      if (silent === true) return;
      response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(state, {
    url: `http://127.0.0.1:${port}/api`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}
