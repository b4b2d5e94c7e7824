import { z } from 'zod';
import { packageVersion } from '../../../support/package-version.js';
import { escapeHtml } from '../../../support/text/escapes.js';
import type { DescribedOperation } from './operation.js';

const TAGS: Readonly<Record<DescribedOperation['tag'], string>> = {
  folder: 'The folder that the server was started in',
  topics: 'Topics: their texts, their check, building and judging',
  crawls: 'Crawls: planning, starting, exporting',
  watching: 'What a crawl does and why',
  steering: 'What people ask of a crawl',
  search: 'Search in the accepted pages',
  jobs: 'Work that takes longer than a request',
};

/** The description of the HTTP API in OpenAPI 3.1. */
export function openApiDocument(operations: readonly DescribedOperation[]): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const described of operations) {
    const path = described.path.replace(/:(\w+)(?:\{[^}]*\})?/g, '{$1}');
    (paths[path] ??= {})[described.method] = operationObject(described, path);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'sfwc',
      version: packageVersion(),
      description:
        'Topics and crawls of a folder. Requests need the token that `sfwc ui` printed: `Authorization: Bearer TOKEN`. ' +
        'Errors are plain text. A crawl in a path is its name or its number in GET /api/crawls.',
    },
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    security: [{ token: [] }],
    paths,
  };
}

/** Name of an operation: `getCrawlsCrawlPages` for `GET /api/crawls/:crawl/pages`. */
export function operationName({ method, path }: Pick<DescribedOperation, 'method' | 'path'>): string {
  const words = path.replace(/^\/api/, '').replace(/\{[^{}]{0,20}\}/g, '');
  return `${method}${words.replace(/[^a-z]+(.)?/gi, (_, next: string = '') => next.toUpperCase())}`;
}

function operationObject(described: DescribedOperation, path: string): object {
  const { tag, summary, query = [], body, open } = described;
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    ...{ name, in: 'path', required: true },
    schema: { type: 'string' },
  }));
  const inQuery = query.map(({ name, summary: description }) => ({
    ...{ name, in: 'query', description },
    schema: { type: 'string' },
  }));
  return {
    operationId: operationName(described),
    tags: [tag],
    summary,
    ...(open === true ? { security: [] } : {}),
    ...(inPath.length + inQuery.length === 0 ? {} : { parameters: [...inPath, ...inQuery] }),
    ...(body === undefined ? {} : { requestBody: { required: true, content: bodyContent(body) } }),
    responses: {
      200: { description: 'done', content: responseContent(described.response) },
      default: { description: 'what is wrong', content: { 'text/plain': { schema: { type: 'string' } } } },
    },
  };
}

function bodyContent(body: z.ZodType | 'bytes'): object {
  return body === 'bytes'
    ? { 'application/octet-stream': {} }
    : { 'application/json': { schema: jsonSchema(body, 'input') } };
}

function responseContent(response: DescribedOperation['response']): object {
  if (response === 'events') return { 'text/event-stream': { schema: { type: 'string' } } };
  if (response === 'file') return { '*/*': {} };
  return { 'application/json': { schema: response === undefined ? {} : jsonSchema(response, 'output') } };
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): object {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Record<
    string,
    unknown
  >;
  return $schema === undefined ? {} : rest;
}

/** The same for people: a page without scripts. */
export function apiPage(operations: readonly DescribedOperation[]): string {
  const sections = Object.entries(TAGS).flatMap(([tag, title]) => {
    const rows = operations
      .filter((described) => described.tag === tag)
      .map(
        ({ method, path, summary }) =>
          `<tr><td><code>${method.toUpperCase()}</code></td><td><code>${escapeHtml(path)}</code></td><td>${escapeHtml(summary)}</td></tr>`,
      );
    return rows.length === 0 ? [] : [`<h2>${escapeHtml(title)}</h2><table>${rows.join('')}</table>`];
  });
  return (
    '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
    '<meta name="color-scheme" content="light dark"><title>The HTTP API of sfwc</title>' +
    '<link rel="stylesheet" href="/control-room/page/page.css"><link rel="stylesheet" href="/workbench/page/workbench.css">' +
    '<main class="api"><h1>The HTTP API</h1><p>Requests need the token that <code>sfwc ui</code> printed, as ' +
    '<code>Authorization: Bearer TOKEN</code>. Errors are plain text. Ask for <code>/api</code> with ' +
    '<code>Accept: application/json</code> to get the whole description in OpenAPI 3.1.</p>' +
    `${sections.join('')}</main></html>`
  );
}
