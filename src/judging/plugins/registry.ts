import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { z } from 'zod';
import { InputError, messageOf, UsageError } from '../../model/errors.js';
import { PAGE_FORMATS } from './plugin.js';
import { didYouMean } from '../../support/did-you-mean.js';
import { CLASSIFIER_PARTS, LINKER_PARTS, STRATEGY_PARTS, namesOf } from '../parts.js';
import type { PartKind, PartOf, Plugin } from './plugin.js';

/** The singular of a kind of part, the method of such parts, and whether a function may make or `load` declare them. */
interface KindOfPart {
  readonly one: string;
  readonly method: string;
  readonly mayBeMade?: true;
  readonly mayBeDeclared?: true;
}

export const PART_KINDS: Readonly<Record<PartKind, KindOfPart>> = {
  classifiers: { one: 'classifier', method: 'judge', mayBeMade: true, mayBeDeclared: true },
  strategies: { one: 'strategy', method: 'prioritise', mayBeMade: true },
  linkers: { one: 'linker', method: 'link', mayBeMade: true, mayBeDeclared: true },
  readers: { one: 'reader', method: 'read', mayBeDeclared: true },
  sinks: { one: 'sink', method: 'write', mayBeMade: true },
  formats: { one: 'format', method: 'write' },
};

/** Names that plugins cannot take. */
const BUILT_IN: Readonly<Record<PartKind, readonly string[]>> = {
  classifiers: namesOf(CLASSIFIER_PARTS),
  strategies: namesOf(STRATEGY_PARTS),
  linkers: namesOf(LINKER_PARTS),
  readers: [],
  sinks: [],
  formats: PAGE_FORMATS,
};

/** A user-defined part under its name. */
export interface Registered<Part> {
  readonly name: string;
  readonly part: Part;
  /** Address of the module that it comes from; undefined where a program gave it as an object. */
  readonly module: string | undefined;
}

/** The user-defined parts that a crawl or a build may use. */
export interface Plugins {
  /** Addresses of all modules, in the order in which they were given: a thread loads them again. */
  readonly modules: readonly string[];
  /** The part of that name; undefined where there is none. */
  find<K extends PartKind>(kind: K, name: string): Registered<PartOf<K>> | undefined;
  /** All parts of a kind, in the order in which they were registered. */
  all<K extends PartKind>(kind: K): readonly Registered<PartOf<K>>[];
}

interface PluginSource {
  readonly plugin: Plugin;
  /** Name for messages: `plugin mine.js`, or the function that it was given to. */
  readonly origin: string;
  readonly module?: string;
}

type PartSource = Registered<unknown> & { readonly kind: PartKind; readonly origin: string };

/** Registers the parts of plugins. @throws InputError */
export function registerPlugins(sources: readonly PluginSource[]): Plugins {
  const parts: PartSource[] = [];
  for (const { plugin, origin, module } of sources)
    for (const [kind, named] of Object.entries(plugin) as [PartKind, object][]) {
      checkKind(kind, named, origin);
      for (const [name, part] of Object.entries(named) as [string, unknown][]) {
        const source = { kind, name, part, module, origin };
        checkName(source, parts);
        checkPart(source);
        parts.push(source);
      }
    }
  const all = <K extends PartKind>(kind: K): readonly Registered<PartOf<K>>[] =>
    parts.filter((part) => part.kind === kind) as unknown as readonly Registered<PartOf<K>>[];
  return {
    modules: sources.flatMap(({ module }) => module ?? []),
    find: (kind, name) => all(kind).find((part) => part.name === name),
    all,
  };
}

/** No user-defined parts. */
export const NO_PLUGINS: Plugins = registerPlugins([]);

/** True for an object with such a method, inherited or its own. */
export function hasMethod(part: unknown, method: string): boolean {
  return typeof Reflect.get(Object(part) as object, method) === 'function';
}

function checkKind(kind: string, named: unknown, origin: string): void {
  if (!Object.hasOwn(PART_KINDS, kind)) {
    const kinds = Object.keys(PART_KINDS);
    throw new InputError(`${origin} has '${kind}', which is not a kind of part${didYouMean(kind, kinds)}`, {
      hint: `a plugin has ${kinds.join(', ')}`,
    });
  }
  if (typeof named !== 'object' || named === null || Array.isArray(named))
    throw new InputError(`${origin}: ${kind} must be an object of parts by their names`);
}

/** Names as knowledge bases and lists can hold them: lists separate names by commas. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,99}$/u;

function checkName({ kind, name, origin }: PartSource, parts: readonly PartSource[]): void {
  const { one } = PART_KINDS[kind];
  if (!NAME.test(name))
    throw new InputError(`${origin}: '${name}' cannot be the name of a ${one}`, {
      hint: 'a name consists of letters, digits, blanks, dots and hyphens',
    });
  const taken = parts.find((other) => other.kind === kind && other.name === name)?.origin;
  const owner = BUILT_IN[kind].includes(name) ? 'sfwc itself' : taken;
  if (owner === undefined) return;
  throw new InputError(`${origin}: the name of the ${one} '${name}' is taken by ${owner}`, {
    hint: 'register it under another name',
  });
}

/** @throws InputError for a part of the wrong shape */
function checkPart({ kind, name, part, module, origin }: PartSource): void {
  const { one, mayBeMade, mayBeDeclared } = PART_KINDS[kind];
  if (mayBeMade && typeof part === 'function') return;
  const isDeclared = mayBeDeclared === true && 'load' in (Object(part) as object);
  const described = `${origin}: the ${one} '${name}'`;
  const fault = faultOf(kind, part, isDeclared);
  if (fault !== undefined) throw new InputError(`${described}${fault}`);
  // It is loaded again in each thread that uses it.
  if (isDeclared && module === undefined)
    throw new InputError(`${described} is declared with load, which works in a module only`, {
      hint: 'name the module: --plugin FILE, or in a program { plugin: [FILE] }',
    });
}

/** The fault of a part or declaration, as text that follows its name. */
function faultOf(kind: PartKind, part: unknown, isDeclared: boolean): string | undefined {
  const { method, mayBeMade } = PART_KINDS[kind];
  const { summary, endings } = Object(part) as Readonly<Record<string, unknown>>;
  if (isDeclared && !hasMethod(part, 'load')) return ': load must be a function';
  if (isDeclared && typeof summary !== 'string') return ' must have a summary, one line for the help';
  if (!isDeclared && !hasMethod(part, method))
    return ` must have ${method}()${mayBeMade ? ', or be a function that makes such an object' : ''}`;
  const isFaultless = kind !== 'readers' || ENDINGS.safeParse(endings).success;
  return isFaultless ? undefined : " must have endings of file names, such as ['.bib']";
}

const ENDINGS = z.array(z.string().regex(/^\.\S+$/)).nonempty();

/** Checks that a name is built in or registered. @throws UsageError that says which names there are */
export function requirePart(
  kind: 'classifiers' | 'strategies' | 'linkers' | 'formats',
  name: string,
  plugins: Plugins,
  wanted: string,
  also: readonly string[] = [],
): void {
  const names = [...BUILT_IN[kind], ...also, ...plugins.all(kind).map((part) => part.name)];
  if (names.includes(name)) return;
  throw new UsageError(`${wanted}: '${name}' is not one of ${names.join(', ')}${didYouMean(name, names)}`, {
    hint: `a ${PART_KINDS[kind].one} of your own comes from a module (--plugin FILE) or, in a program, is given as an object`,
  });
}

/** Checks that a part that something was made with is there again. @throws InputError that says how to give it again */
export function requireAgain(
  kind: 'classifiers' | 'strategies' | 'linkers',
  name: string | undefined,
  plugins: Plugins,
  made: string,
): void {
  const { one } = PART_KINDS[kind];
  if (name === undefined || BUILT_IN[kind].includes(name) || plugins.find(kind, name) !== undefined) return;
  throw new InputError(`${made} uses the ${one} '${name}' of a plugin that is not loaded`, {
    hint: `name the module that registers it: --plugin FILE; in a program, give the ${one} as an object again`,
  });
}

/** Loads plugin modules and registers their parts, together with parts that a program gives as objects. */
export async function loadPlugins(modules: readonly string[], objects: Plugin = {}): Promise<Plugins> {
  const sources: PluginSource[] = [{ plugin: objects, origin: 'the options' }];
  for (const module of new Set(modules.map(modulePath))) sources.push(await loadPlugin(module));
  return registerPlugins(sources);
}

function modulePath(module: string): string {
  return module.startsWith('file:') ? fileURLToPath(module) : path.resolve(module);
}

async function loadPlugin(file: string): Promise<PluginSource & { readonly module: string }> {
  const named = path.relative('', file);
  const origin = `plugin ${named}`;
  if (!existsSync(file))
    throw new InputError(`${origin}: there is no such file`, {
      hint: 'name a JavaScript module: --plugin ./mine.js',
    });
  const module = pathToFileURL(file).href;
  const exported = (await import(module).catch((error: unknown) => {
    throw new InputError(`${origin} failed while it was loaded: ${messageOf(error)}`, {
      hint: /\.[cm]?tsx?$/.test(file)
        ? 'compile it to JavaScript first, or use a version of Node that runs TypeScript'
        : `try it alone: node ${named}`,
      cause: error,
    });
  })) as Readonly<Record<string, unknown>>;
  return { plugin: partsOf(exported, origin), origin, module };
}

/** The parts that a module exports: by default, or each kind under its name. */
function partsOf(exported: Readonly<Record<string, unknown>>, origin: string): Plugin {
  const { default: whole } = exported;
  if (typeof whole === 'object' && whole !== null && Object.keys(whole).length > 0) return whole;
  const named = Object.entries(exported).filter(([name]) => name in PART_KINDS);
  if (whole === undefined && named.length > 0) return Object.fromEntries(named);
  const found = whole === undefined ? 'has no default export' : 'has a default export without parts';
  throw new InputError(`${origin} ${found}`, {
    hint: `export { ${Object.keys(PART_KINDS).join(', ')} } by default, each an object of parts by their names`,
  });
}
