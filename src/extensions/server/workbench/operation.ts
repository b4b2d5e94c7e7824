import type { Context, Hono } from 'hono';
import { z } from 'zod';
import { packageVersion } from '../../../support/package-version.js';
import { Problem, readBody } from '../http.js';

/** Arguments of the handler of an operation. */
export interface Call<Body> {
  /** A part of the path, or a parameter of the query; empty where it is not given. */
  readonly value: (name: string) => string;
  readonly body: Body;
  readonly signal: AbortSignal;
  readonly context: Context;
}

/** An operation of the HTTP API, from which its route, its description and the tool of assistants are made. */
export interface Operation {
  readonly method: 'get' | 'post' | 'put' | 'delete';
  /** With parts such as `:topic`. */
  readonly path: string;
  /** One sentence. */
  readonly summary: string;
  /** Parameters of the query with what they mean. */
  readonly query?: Readonly<Record<string, string>>;
  /** Of JSON; `bytes` for a file. */
  readonly body?: z.ZodType | 'bytes';
  /** Bytes of the body at most. */
  readonly most?: number;
  /** Present if it returns a job, which is followed at `/api/jobs`. */
  readonly returns?: 'job';
  /** @returns JSON, or a response */
  readonly run: (call: Call<never>) => unknown;
}

/** Bytes of a body of JSON. */
const MAX_JSON = 4_000_000;

type Typed<Body extends z.ZodType | 'bytes' | undefined> = Body extends z.ZodType
  ? z.output<Body>
  : Body extends 'bytes'
    ? Uint8Array<ArrayBuffer>
    : undefined;

/** Declares an operation, whose handler knows the type of its body. */
export function operation<Body extends z.ZodType | 'bytes' | undefined = undefined>(
  described: Omit<Operation, 'body' | 'run'> & {
    readonly body?: Body;
    readonly run: (call: Call<Typed<Body>>) => unknown;
  },
): Operation {
  return described;
}

/** Adds the routes of operations to a server. */
export function addOperations(app: Hono, operations: readonly Operation[]): void {
  for (const one of operations)
    app.on(one.method.toUpperCase(), one.path, async (context) => {
      const value = (name: string): string => context.req.param(name) ?? context.req.query(name) ?? '';
      const body = (await bodyOf(context, one)) as never;
      const found = await one.run({ value, body, signal: context.req.raw.signal, context });
      return found instanceof Response ? found : context.json(found);
    });
}

async function bodyOf(context: Context, { body, most = MAX_JSON }: Operation): Promise<unknown> {
  if (body === undefined) return undefined;
  const bytes = await readBody(context, most);
  if (body === 'bytes') return bytes;
  const { data, error } = body.safeParse(parsed(bytes));
  if (error === undefined) return data;
  const problems = error.issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`);
  throw new Problem(400, problems.join('\n'));
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as unknown;
  } catch {
    throw new Problem(400, 'the body is not JSON');
  }
}

/** Names of the parameters in a path. */
export function pathParameters(path: string): readonly string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
}

/** Name of an operation: `getCrawlsCrawlPages` for `GET /api/crawls/:crawl/pages`. */
export function operationName({ method, path }: Pick<Operation, 'method' | 'path'>): string {
  const words = path.replace(/^\/api/, '').replace(/\{[^{}]{0,20}\}/g, '');
  return `${method}${words.replace(/[^a-z]+(.)?/gi, (_, next: string = '') => next.toUpperCase())}`;
}

/** The description of the HTTP API in OpenAPI 3.1. */
export function openApi(operations: readonly Operation[]): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const one of operations)
    (paths[one.path.replace(/:(\w+)(?:\{[^}]*\})?/g, '{$1}')] ??= {})[one.method] = described(one);
  return {
    openapi: '3.1.0',
    info: {
      title: 'sfwc',
      version: packageVersion(),
      description:
        'Topics and crawls of a folder. Requests need the token that `sfwc ui` printed: `Authorization: Bearer TOKEN`. ' +
        'Answers are JSON, errors plain text. A crawl in a path is its name or its number in GET /api/crawls.',
    },
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    security: [{ token: [] }],
    paths,
  };
}

function described({ query = {}, body, returns, ...one }: Operation): object {
  const schema = { type: 'string' };
  return {
    operationId: operationName(one),
    summary: one.summary,
    parameters: [
      ...pathParameters(one.path).map((name) => ({ name, in: 'path', required: true, schema })),
      ...Object.entries(query).map(([name, description]) => ({ name, in: 'query', description, schema })),
    ],
    ...(body === undefined ? {} : { requestBody: { required: true, content: contentOf(body) } }),
    responses: {
      200: { description: returns === 'job' ? 'a job' : 'done', content: { 'application/json': {} } },
      default: { description: 'what is wrong', content: { 'text/plain': { schema } } },
    },
  };
}

function contentOf(body: z.ZodType | 'bytes'): object {
  if (body === 'bytes') return { 'application/octet-stream': {} };
  return { 'application/json': { schema: z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) } };
}
