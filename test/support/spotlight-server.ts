import type { IncomingMessage } from 'node:http';
import { listen } from './listen.js';

/** What the server answers: JSON by default, or a status and any text. */
export type Answer = {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body: unknown;
};

/** A stand-in for DBpedia Spotlight on loopback. */
export type SpotlightServer = Awaited<ReturnType<typeof startSpotlight>>;

/** A resource as Spotlight writes it, at every place where a text has the name. */
function resourcesNaming(text: string, names: readonly string[]): Record<string, string>[] {
  return names.flatMap((name) =>
    [...text.matchAll(new RegExp(`\\b${name}\\b`, 'giu'))].map(({ index, 0: surface }) => ({
      '@URI': `http://dbpedia.org/resource/${name.replaceAll(' ', '_')}`,
      '@surfaceForm': surface,
      '@offset': String(index),
      '@types': '',
      '@similarityScore': '0.9',
      '@support': '100',
      '@percentageOfSecondRank': '0.1',
    })),
  );
}

/** @param names what it knows */
export async function startSpotlight(names: readonly string[]) {
  const asked: { path: string; headers: IncomingMessage['headers']; form: URLSearchParams }[] = [];
  const state = {
    asked,
    /** May be replaced. */
    answer: (form: URLSearchParams): Answer => {
      const found = resourcesNaming(form.get('text') ?? '', names);
      // As the service does: nothing for none, an object for one.
      return { body: found.length === 0 ? {} : { Resources: found.length === 1 ? found[0] : found } };
    },
  };
  const { address, close } = await listen((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      const form = new URLSearchParams(body);
      asked.push({ path: request.url ?? '', headers: request.headers, form });
      const { status = 200, headers = {}, body: answer } = state.answer(form);
      response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
      response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
    });
  });
  return Object.assign(state, { url: `${address}/en`, close });
}
