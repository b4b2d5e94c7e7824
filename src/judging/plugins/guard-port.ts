import { messageOf, PluginError, SfwcError } from '../../model/errors.js';
import type { MethodsOf } from './plugin.js';

/** What a user can do about a part that failed. */
export const RESUME = 'fix it and run again; a crawl can be resumed';

type Method<Port, M extends keyof Port> = Extract<Port[M], (...given: never[]) => unknown>;

/** How a port is guarded. */
export interface PortGuard<Port> {
  /** The part, as messages name it: `the strategy 'mine'`. */
  readonly part: string;
  /** Properties that the guarded part has in the place of the part's own. */
  readonly fixed?: Partial<Port>;
  /** What a call works at, as messages say it after the part: ` at http://a.example/`. */
  readonly at?: { readonly [M in MethodsOf<Port>]?: (...given: Parameters<Method<Port, M>>) => string };
  /**
   * Checks and completes what a method gave, which need not be what the port promises.
   * @throws PluginError
   */
  readonly checks?: {
    readonly [M in MethodsOf<Port>]?: (
      gave: Awaited<ReturnType<Method<Port, M>>>,
      where: string,
      ...given: Parameters<Method<Port, M>>
    ) => Awaited<ReturnType<Method<Port, M>>>;
  };
}

type AnyFunction = (...given: unknown[]) => unknown;
type WhereOf = (...given: unknown[]) => string;
type Functions = Readonly<Record<PropertyKey, AnyFunction | undefined>>;

/**
 * A part with a guard around each of its methods, whichever it has: what a method throws becomes a PluginError that names
 * the part, and what it gives is checked. Errors of sfwc itself, such as a knowledge base that does not answer, pass as
 * they are. Properties are those of the part, read when they are needed.
 */
export function guardPort<Port extends object>(part: object, guard: PortGuard<Port>): Port {
  const { at = {}, checks = {}, fixed = {} } = guard;
  const guarded = {};
  for (const key of keysOf(part)) {
    const isMethod = typeof propertyOf(part, key)?.value === 'function';
    const whereOf = (at as Readonly<Record<PropertyKey, WhereOf | undefined>>)[key];
    const check = (checks as Functions)[key];
    const call: AnyFunction = (...given) => {
      const where = `${guard.part}${whereOf?.(...given) ?? ''}`;
      return guardCall(
        where,
        () => (Reflect.get(part, key) as AnyFunction).apply(part, given),
        (gave) => (check === undefined ? gave : check(gave, where, ...given)),
      );
    };
    Object.defineProperty(guarded, key, {
      enumerable: true,
      configurable: true,
      ...(isMethod ? { value: call } : { get: (): unknown => Reflect.get(part, key) }),
    });
  }
  for (const [key, value] of Object.entries(fixed))
    Object.defineProperty(guarded, key, { value, enumerable: true, configurable: true });
  return guarded as Port;
}

/**
 * Calls something that may answer at once or later.
 * @param where names the part and what it works at
 * @throws PluginError
 */
export function guardCall(
  where: string,
  call: () => unknown,
  check: (gave: unknown) => unknown = (gave) => gave,
): unknown {
  try {
    const gave = call();
    if (isPromise(gave))
      return gave.then(check).then(undefined, (error: unknown) => {
        throw failureOf(where, error);
      });
    // What a generator throws comes when it is run.
    return check(isGenerator(gave) ? [...gave] : gave);
  } catch (error) {
    throw failureOf(where, error);
  }
}

/** A part of a plugin; one that is declared with `load` is loaded. @param named `the store 'x'` @throws PluginError */
export async function loadedPart<Kind extends object>(
  part: Kind | { readonly load: () => Promise<Kind> },
  named: string,
): Promise<Kind> {
  if (!('load' in part)) return part;
  return (await guardCall(`${named}, when it was loaded,`, () => part.load())) as Kind;
}

/** The names of all properties, inherited ones included. */
function keysOf(part: object): ReadonlySet<PropertyKey> {
  const keys = new Set<PropertyKey>();
  for (let one: object | null = part; one !== null && one !== Object.prototype; one = parentOf(one))
    for (const key of Reflect.ownKeys(one)) if (key !== 'constructor') keys.add(key);
  return keys;
}

function propertyOf(part: object, key: PropertyKey): PropertyDescriptor | undefined {
  for (let one: object | null = part; one !== null; one = parentOf(one)) {
    const property = Reflect.getOwnPropertyDescriptor(one, key);
    if (property !== undefined) return property;
  }
  return undefined;
}

function parentOf(one: object): object | null {
  return Reflect.getPrototypeOf(one);
}

function isPromise(value: unknown): value is Promise<unknown> {
  return typeof (value as Partial<Promise<unknown>> | undefined | null)?.then === 'function';
}

function isGenerator(value: unknown): value is Generator {
  const { next, [Symbol.iterator]: iterator } = (value ?? {}) as Partial<Generator>;
  return typeof next === 'function' && typeof iterator === 'function';
}

function failureOf(where: string, error: unknown): SfwcError {
  // What sfwc itself reports, such as a knowledge base that does not answer, is not the part's fault.
  if (error instanceof SfwcError) return error;
  return new PluginError(`${where} failed: ${messageOf(error)}`, { hint: RESUME, cause: error });
}
