import { setTimeout as sleep } from 'node:timers/promises';
import type { Hono } from 'hono';
import { z } from 'zod';
import type { Job } from '../server/workbench/jobs.js';
import { jobSchema } from '../server/workbench/jobs.js';
import type { DescribedOperation } from '../server/workbench/operation.js';
import type { Progress } from './assistant-progress.js';
import { isText, type Arguments } from './limits.js';

/** Characters of an answer; the rest is cut. */
const MAX_ANSWER = 100_000;
/** Milliseconds between two looks at a job. */
const LOOK_EVERY = 200;

/** Services of the calls of tools. */
export interface CallDeps {
  readonly app: Pick<Hono, 'request'>;
  readonly token: string;
  /** Name of the assistant, which actions keep. */
  readonly by: () => string;
}

/** Parameters of a tool for an operation: those of path, query and body, by their names. */
export function parametersOf({ path, query = [], body }: DescribedOperation): z.ZodRawShape {
  const inPath = pathParameters(path).map((name) => [name, z.string().min(1).max(300)]);
  const inQuery = query.map(({ name, summary }) => [name, z.string().max(4096).optional().describe(summary)]);
  const byName = Object.fromEntries([...inPath, ...inQuery]) as Record<string, z.ZodType>;
  return { ...byName, ...bodyParameters(body) };
}

function bodyParameters(body: DescribedOperation['body']): z.ZodRawShape {
  if (body === undefined) return {};
  if (body === 'bytes') return { text: z.string().max(1_000_000).describe('content of the file') };
  if (!(body instanceof z.ZodObject)) return { body };
  const { by, ...shape } = body.shape as Record<string, z.ZodType>;
  return by === undefined ? body.shape : shape;
}

function pathParameters(path: string): readonly string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
}

/**
 * Calls an operation, and waits for the end of a job.
 * @returns the answer as text
 * @throws Error with what the server says is wrong
 */
export async function callOperation(
  operation: DescribedOperation,
  given: Arguments,
  deps: CallDeps,
  { signal, report }: { readonly signal: AbortSignal; readonly report: Progress['report'] },
): Promise<string> {
  const text = await send(requestFor(operation, given, deps), deps);
  if (operation.response !== jobSchema) return cut(text);
  let job = JSON.parse(text) as Job;
  while (job.state === 'running') {
    if (signal.aborted) await send({ method: 'DELETE', path: `/api/jobs/${job.id}` }, deps);
    report(job.done ?? 0, job.total, job.text);
    await sleep(LOOK_EVERY);
    job = JSON.parse(await send({ method: 'GET', path: `/api/jobs/${job.id}` }, deps)) as Job;
  }
  if (job.state !== 'done') throw new Error(job.problem ?? 'the call was cancelled');
  return cut(JSON.stringify({ result: job.result, notes: job.notes }));
}

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
}

function requestFor(
  { method, path, query = [], body }: DescribedOperation,
  given: Arguments,
  { by }: CallDeps,
): Sent {
  const names = pathParameters(path);
  const valueOf = (name: string): string => encodeURIComponent(String(given[name]));
  const filled = path.replace(/:(\w+)(?:\{[^}]*\})?/g, (_, name: string) => valueOf(name));
  const asked = query.map(({ name }) => name).filter((name) => given[name] !== undefined);
  const search = asked.map((name) => `${name}=${valueOf(name)}`).join('&');
  const rest = Object.entries(given).filter(([name]) => !names.includes(name) && !asked.includes(name));
  return {
    method: method.toUpperCase(),
    path: search === '' ? filled : `${filled}?${search}`,
    ...(body !== undefined && { body: bodyFor(body, path, Object.fromEntries(rest), by) }),
  };
}

function bodyFor(body: z.ZodType | 'bytes', path: string, rest: Arguments, by: () => string): string {
  if (isText(path)) return String(rest['text']);
  if (!(body instanceof z.ZodObject)) return JSON.stringify(rest['body']);
  return JSON.stringify('by' in body.shape ? { ...rest, by: by() } : rest);
}

async function send({ method, path, body }: Sent, { app, token }: CallDeps): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const response = await app.request(path, { method, headers, ...(body !== undefined && { body }) });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}

function cut(text: string): string {
  return text.length <= MAX_ANSWER ? text : `${text.slice(0, MAX_ANSWER)}… (cut: ask for less at once)`;
}
