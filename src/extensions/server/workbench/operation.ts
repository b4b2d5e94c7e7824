import type { Context, Hono } from 'hono';
import { z } from 'zod';
import { InputError, OutputError, UsageError } from '../../../model/errors.js';
import { sentenceOf } from '../../../support/text/sentence.js';
import { Problem } from '../problem.js';
import { readBody } from '../request-body.js';

/** Arguments of the handler of an operation. */
export interface Call<Body> {
  /** A part of the path, or a parameter of the query; empty where it is not given. */
  readonly value: (name: string) => string;
  readonly body: Body;
  readonly signal: AbortSignal;
}

/** A parameter of the query. */
export interface QueryParameter {
  readonly name: string;
  readonly summary: string;
}

/** An operation of the HTTP API as its description shows it. */
export interface DescribedOperation {
  readonly method: 'get' | 'post' | 'put' | 'delete';
  /** With parts such as `:topic`. */
  readonly path: string;
  readonly tag: 'folder' | 'topics' | 'crawls' | 'watching' | 'steering' | 'search' | 'jobs';
  /** One sentence. */
  readonly summary: string;
  readonly query?: readonly QueryParameter[];
  /** Of JSON; `bytes` for a file. */
  readonly body?: z.ZodType | 'bytes';
  /** Of JSON; `events` for a stream of server-sent events, `file` for what is neither. Default: any JSON. */
  readonly response?: z.ZodType | 'events' | 'file';
  /** True if it is answered without the token. */
  readonly open?: true;
}

/** An operation with its handler. */
export interface Operation extends DescribedOperation {
  readonly handle: (context: Context) => Promise<Response>;
}

/** Bytes of a body of JSON. */
const MAX_JSON = 4_000_000;

/** Declares an operation that takes JSON and answers with JSON. */
export function operation<Body extends z.ZodType>(
  described: Omit<DescribedOperation, 'body'> & { readonly body: Body },
  run: (call: Call<z.output<Body>>) => unknown,
): Operation {
  const { body } = described;
  return {
    ...described,
    handle: async (context) => {
      const bytes = await readBody(context, { bytes: MAX_JSON });
      const { data, error } = body.safeParse(parsed(bytes));
      if (error !== undefined) throw new Problem(400, problemText(error));
      return context.json(await known(() => run({ ...basics(context), body: data })));
    },
  };
}

/** Declares an operation without a body that answers with JSON. */
export function question(
  described: Omit<DescribedOperation, 'body'>,
  run: (call: Call<undefined>) => unknown,
): Operation {
  return {
    ...described,
    handle: async (context) => context.json(await known(() => run({ ...basics(context), body: undefined }))),
  };
}

/** Declares an operation that takes a file. @param most bytes */
export function upload(
  described: Omit<DescribedOperation, 'body'>,
  most: number,
  run: (call: Call<Uint8Array<ArrayBuffer>>) => unknown,
): Operation {
  return {
    ...described,
    body: 'bytes',
    handle: async (context) => {
      const body = await readBody(context, { bytes: most });
      return context.json(await known(() => run({ ...basics(context), body })));
    },
  };
}

/** Adds operations to a server. */
export function addOperations(app: Hono, operations: readonly Operation[]): void {
  for (const { method, path, handle } of operations) app.on(method.toUpperCase(), path, handle);
}

function basics(context: Context): Pick<Call<never>, 'value' | 'signal'> {
  return {
    value: (name) => context.req.param(name) ?? context.req.query(name) ?? '',
    signal: context.req.raw.signal,
  };
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as unknown;
  } catch {
    throw new Problem(400, 'the body is not JSON');
  }
}

function problemText({ issues }: z.ZodError): string {
  return issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`).join('\n');
}

/** Errors that say what is wrong with what was asked for are the client's. */
export async function known<T>(act: () => T): Promise<Awaited<T>> {
  try {
    return await act();
  } catch (thrown) {
    if (thrown instanceof UsageError) throw new Problem(400, sentenceOf(thrown));
    if (thrown instanceof InputError) throw new Problem(404, sentenceOf(thrown));
    if (thrown instanceof OutputError) throw new Problem(500, sentenceOf(thrown));
    throw thrown;
  }
}
