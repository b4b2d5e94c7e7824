import { InputError, UsageError } from '../../model/errors.js';
import { isBuiltInLinker, LINKER_NAMES } from '../linkers/linker-table.js';
import { PAGE_FORMATS } from '../../model/page-format.js';
import { STRATEGY_NAMES } from './built-in-strategies.js';
import { CLASSIFIER_NAMES } from '../classifiers/classifier-table.js';
import { didYouMean } from '../../support/did-you-mean.js';
import { PART_KINDS, type PartKind, type PartOf, type Plugin } from './plugin.js';

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

/** A plugin with where it comes from. */
export interface PluginSource {
  readonly plugin: Plugin;
  /** What a message calls it: `plugin mine.js`, or the function that it was given to. */
  readonly origin: string;
  readonly module?: string;
}

/** Names that plugins cannot take. */
const BUILT_IN: Readonly<Partial<Record<PartKind, readonly string[]>>> = {
  classifiers: CLASSIFIER_NAMES,
  strategies: STRATEGY_NAMES,
  linkers: LINKER_NAMES,
  formats: PAGE_FORMATS,
};

/** What names may look like: a linker's name stands in the knowledge base, and lists of names are separated by commas. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,99}$/u;

/**
 * Registers the parts of plugins.
 * @throws InputError that names plugin and part for a part of the wrong shape, a name that is taken or not a name
 */
export function registerPlugins(sources: readonly PluginSource[]): Plugins {
  const parts = new Map<PartKind, Map<string, Registered<unknown> & { readonly origin: string }>>();
  for (const { plugin, origin, module } of sources) {
    checkShape(plugin, origin, module);
    for (const [kind, named] of Object.entries(plugin) as [PartKind, Readonly<Record<string, unknown>>][]) {
      const registered = parts.get(kind) ?? new Map<string, never>();
      parts.set(kind, registered);
      for (const [name, part] of Object.entries(named)) {
        checkName(kind, name, origin, registered.get(name)?.origin);
        registered.set(name, { name, part, module, origin });
      }
    }
  }
  return {
    modules: sources.flatMap(({ module }) => module ?? []),
    find: <K extends PartKind>(kind: K, name: string) =>
      parts.get(kind)?.get(name) as Registered<PartOf<K>> | undefined,
    all: <K extends PartKind>(kind: K) =>
      [...(parts.get(kind)?.values() ?? [])] as unknown as readonly Registered<PartOf<K>>[],
  };
}

/** No user-defined parts. */
export const NO_PLUGINS: Plugins = registerPlugins([]);

/**
 * Checks that a name is built in or registered.
 * @param wanted who asks for it, for the message: `--strategy`, `the crawl in out`
 * @param also further names that are accepted
 * @throws UsageError that says which names there are
 */
export function requirePart(
  kind: 'classifiers' | 'strategies' | 'linkers' | 'formats',
  name: string,
  plugins: Plugins,
  wanted: string,
  also: readonly string[] = [],
): void {
  const names = [...(BUILT_IN[kind] ?? []), ...also, ...plugins.all(kind).map((one) => one.name)];
  if (names.includes(name)) return;
  const { one } = PART_KINDS[kind];
  throw new UsageError(`${wanted}: '${name}' is not one of ${names.join(', ')}${didYouMean(name, names)}`, {
    hint: `a ${one} of your own comes from a module (--plugin FILE) or, in a program, is given as an object`,
  });
}

/**
 * Checks that a part that something was made with is there again.
 * @param made what was made with it: `the crawl in out`
 * @throws InputError that says how to give it again
 */
export function requireAgain(
  kind: 'classifiers' | 'strategies' | 'linkers',
  name: string | undefined,
  plugins: Plugins,
  made: string,
): void {
  if (name === undefined || BUILT_IN[kind]?.includes(name) === true) return;
  if (plugins.find(kind, name) !== undefined) return;
  const { one } = PART_KINDS[kind];
  throw new InputError(`${made} uses the ${one} '${name}' of a plugin that is not loaded`, {
    hint: `name the module that registers it: --plugin FILE; in a program, give the ${one} as an object again`,
  });
}

function checkShape(plugin: Plugin, origin: string, module: string | undefined): void {
  for (const [kind, named] of Object.entries(plugin) as [string, unknown][]) {
    if (!(kind in PART_KINDS)) {
      const kinds = Object.keys(PART_KINDS);
      throw new InputError(`${origin} has '${kind}', which is not a kind of part${didYouMean(kind, kinds)}`, {
        hint: `a plugin has ${kinds.join(', ')}`,
      });
    }
    if (!isObject(named) || Array.isArray(named))
      throw new InputError(`${origin}: ${kind} must be an object of parts by their names`);
    for (const [name, part] of Object.entries(named)) {
      const described = `${origin}: the ${PART_KINDS[kind as PartKind].one} '${name}'`;
      checkPart(kind as PartKind, part, described, module);
    }
  }
}

function checkPart(kind: PartKind, part: unknown, described: string, module: string | undefined): void {
  const { methods, mayBeMade, mayBeDeclared } = PART_KINDS[kind];
  if (mayBeMade && typeof part === 'function') return;
  if (mayBeDeclared && isObject(part) && 'load' in part) {
    checkDeclared(part, described, module);
    if (kind === 'readers') checkEndings(part, described);
    return;
  }
  const missing = methods.filter((wanted) => !isObject(part) || typeof part[wanted] !== 'function');
  if (missing.length > 0) {
    const wanted = missing.map((method) => `${method}()`).join(' and ');
    const otherwise = mayBeMade ? ', or be a function that makes such an object' : '';
    throw new InputError(`${described} must have ${wanted}${otherwise}`);
  }
  if (kind === 'readers') checkEndings(part as Readonly<Record<string, unknown>>, described);
}

function checkEndings({ endings }: Readonly<Record<string, unknown>>, described: string): void {
  const isEnding = (ending: unknown): boolean => typeof ending === 'string' && /^\.\S+$/.test(ending);
  if (!Array.isArray(endings) || endings.length === 0 || !endings.every(isEnding))
    throw new InputError(`${described} must have endings of file names, such as ['.bib']`);
}

/** A part that is declared with `load` is loaded again in each thread that uses it. */
function checkDeclared(
  { load, summary }: Readonly<Record<string, unknown>>,
  described: string,
  module: string | undefined,
): void {
  if (typeof load !== 'function') throw new InputError(`${described}: load must be a function`);
  if (typeof summary !== 'string')
    throw new InputError(`${described} must have a summary, one line for the help`);
  if (module === undefined)
    throw new InputError(`${described} is declared with load, which works in a module only`, {
      hint: 'name the module: --plugin FILE, or in a program { plugin: [FILE] }',
    });
}

function checkName(kind: PartKind, name: string, origin: string, taken: string | undefined): void {
  const { one } = PART_KINDS[kind];
  if (!NAME.test(name))
    throw new InputError(`${origin}: '${name}' cannot be the name of a ${one}`, {
      hint: 'a name consists of letters, digits, blanks, dots and hyphens',
    });
  const isBuiltIn = BUILT_IN[kind]?.includes(name) === true || (kind === 'linkers' && isBuiltInLinker(name));
  const owner = isBuiltIn ? 'sfwc itself' : taken;
  if (owner === undefined) return;
  throw new InputError(`${origin}: the name of the ${one} '${name}' is taken by ${owner}`, {
    hint: 'register it under another name',
  });
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
