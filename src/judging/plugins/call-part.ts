import type { z } from 'zod';
import { messageOf, PluginError, SfwcError } from '../../model/errors.js';

/** Advice for a user whose part failed. */
const RESUME = 'fix it and run again; a crawl can be resumed';
/** The largest number of characters of a wrong value that a message shows. */
const MAX_SHOWN = 200;

/**
 * Calls user-defined code that may answer at once or later. Errors of sfwc itself, such as a knowledge base that does not
 * answer, pass as they are. @throws PluginError
 */
export function callPart<T>(name: string, where: string, call: () => T, schema?: z.ZodType): T {
  const checked = <Answer>(answer: Answer): Answer => {
    if (schema !== undefined) checkAnswer(`${name}${where}`, answer, schema);
    return answer;
  };
  const failed = (error: unknown): never => {
    if (error instanceof SfwcError) throw error;
    throw new PluginError(`${name}${where} failed: ${messageOf(error)}`, { hint: RESUME, cause: error });
  };
  try {
    const answer = call();
    return isPromise(answer) ? (answer.then(checked).catch(failed) as T) : checked(answer);
  } catch (error) {
    return failed(error);
  }
}

/** @throws PluginError for an answer that is not as the schema has it; of a list, the message shows the wrong item */
function checkAnswer(named: string, answer: unknown, schema: z.ZodType): void {
  const { error } = schema.safeParse(answer);
  if (error === undefined) return;
  const [place] = error.issues[0]?.path ?? [];
  throw wrongAnswer(
    named,
    Array.isArray(answer) && typeof place === 'number' ? answer[place] : answer,
    schema,
  );
}

/** The error for an answer, or an item of it, that is not as expected. */
export function wrongAnswer(named: string, wrong: unknown, { description }: z.ZodType): PluginError {
  const shown = (JSON.stringify(wrong) as string | undefined)?.slice(0, MAX_SHOWN);
  return new PluginError(`${named} gave ${shown} instead of ${description}`, { hint: RESUME });
}

/** Rules for calls of some methods of a part: see {@link callPart}. */
export type MethodRules = Readonly<
  Record<string, { readonly at?: (given: never) => string; readonly schema?: z.ZodType } | undefined>
>;

/**
 * A part each of whose methods is called by {@link callPart}, inherited ones included. Properties are read when they are
 * needed.
 */
export function wrapPart<Port extends object>(
  part: Port,
  name: string,
  fixed: Partial<Port> = {},
  rules: MethodRules = {},
): Port {
  const members: PropertyDescriptorMap = {};
  for (const key of keysOf(part)) {
    const { at, schema } = rules[key] ?? {};
    const read = (): unknown => Reflect.get(part, key);
    const call = (...given: readonly unknown[]): unknown =>
      callPart(
        name,
        at?.(given[0] as never) ?? '',
        () => Reflect.apply(read() as Method, part, given),
        schema,
      );
    const member = typeof read() === 'function' ? { value: call } : { get: read };
    members[key] = { enumerable: true, configurable: true, ...member };
  }
  return Object.defineProperties({}, { ...members, ...Object.getOwnPropertyDescriptors(fixed) }) as Port;
}

type Method = (...given: readonly unknown[]) => unknown;

/** The names of all members, inherited ones included. */
function keysOf(part: object | null): readonly string[] {
  if (part === null || part === Object.prototype) return [];
  const own = Object.getOwnPropertyNames(part).filter((key) => key !== 'constructor');
  return [...own, ...keysOf(Object.getPrototypeOf(part) as object | null)];
}

function isPromise(value: unknown): value is Promise<unknown> {
  return typeof (value as Partial<Promise<unknown>> | undefined | null)?.then === 'function';
}
