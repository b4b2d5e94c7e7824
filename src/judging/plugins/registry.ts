import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { z } from 'zod';
import { InputError, messageOf, UsageError } from '../../model/errors.js';
import { didYouMean } from '../../support/did-you-mean.js';
import { CLASSIFIER_PARTS, LINKER_PARTS, STRATEGY_PARTS, namesOf } from '../parts.js';
import { PAGE_FORMATS, type PartKind, type PartOf, type Plugin } from './plugin.js';

/** By kind of part: its singular, the method of such parts, and if a function may make them. */
export const PART_KINDS: Readonly<Record<PartKind, { one: string; method: string; mayBeMade?: true }>> = {
  classifiers: { one: 'classifier', method: 'judge', mayBeMade: true },
  strategies: { one: 'strategy', method: 'prioritise', mayBeMade: true },
  linkers: { one: 'linker', method: 'link', mayBeMade: true },
  readers: { one: 'reader', method: 'read' },
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

/** Registers the parts of plugins. @throws InputError */
export function registerPlugins(sources: readonly PluginSource[]): Plugins {
  const parts: (Registered<unknown> & { readonly kind: PartKind })[] = [];
  for (const { plugin, origin, module } of sources)
    for (const [kind, named] of Object.entries(plugin) as [PartKind, unknown][]) {
      const kinds = Object.keys(PART_KINDS);
      if (!kinds.includes(kind))
        refuse(`${origin} has '${kind}', which is not a kind of part${didYouMean(kind, kinds)}`);
      for (const [name, part] of Object.entries(Object(named) as Readonly<Record<string, unknown>>)) {
        const described = `${origin}: the ${PART_KINDS[kind].one} '${name}'`;
        if (!NAME.test(name))
          refuse(`${described} needs a name of letters, digits, blanks, dots and hyphens`);
        if (BUILT_IN[kind].includes(name)) refuse(`${described} has a name that is taken by sfwc itself`);
        if (parts.some((other) => other.kind === kind && other.name === name))
          refuse(`${described} has a name that is taken by another one`);
        const fault = faultOf(kind, part);
        if (fault !== undefined) refuse(`${described} ${fault}`);
        parts.push({ kind, name, part, module });
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

function refuse(message: string): never {
  throw new InputError(message, {
    hint: `a plugin exports { ${Object.keys(PART_KINDS).join(', ')} }, each an object of parts by their names`,
  });
}

/** No user-defined parts. */
export const NO_PLUGINS: Plugins = registerPlugins([]);

/** True for an object with such a method, inherited or its own. */
export function hasMethod(part: unknown, method: string): boolean {
  return typeof Reflect.get(Object(part) as object, method) === 'function';
}

/** Names as knowledge bases and lists can hold them: lists separate names by commas. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,99}$/u;
const ENDINGS = z.array(z.string().regex(/^\.\S+$/)).nonempty();

/** The fault of a part, as text that follows its name. */
function faultOf(kind: PartKind, part: unknown): string | undefined {
  const { method, mayBeMade } = PART_KINDS[kind];
  const { endings, load, summary } = Object(part) as Readonly<Record<string, unknown>>;
  if (mayBeMade && typeof part === 'function') return undefined;
  if (kind === 'classifiers' && load !== undefined)
    return typeof load === 'function' && typeof summary === 'string'
      ? undefined
      : 'must have load() and summary';
  if (!hasMethod(part, method))
    return `must have ${method}()${mayBeMade ? ', or be a function that makes such an object' : ''}`;
  if (kind !== 'readers' || ENDINGS.safeParse(endings).success) return undefined;
  return "must have endings of file names, such as ['.bib']";
}

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
  const files = modules.map((file) => (file.startsWith('file:') ? fileURLToPath(file) : path.resolve(file)));
  for (const file of new Set(files)) sources.push(await loadPlugin(file));
  return registerPlugins(sources);
}

async function loadPlugin(file: string): Promise<PluginSource> {
  const origin = `plugin ${path.relative('', file)}`;
  if (!existsSync(file))
    throw new InputError(`${origin}: there is no such file`, {
      hint: 'name a JavaScript module: --plugin ./mine.js',
    });
  const module = pathToFileURL(file).href;
  const exported = (await import(module).catch((cause: unknown) => {
    throw new InputError(`${origin} failed while it was loaded: ${messageOf(cause)}`, {
      hint: 'it must be JavaScript that this Node runs; try it alone with node',
      cause,
    });
  })) as Readonly<Record<string, unknown>>;
  return { plugin: partsOf(exported, origin), origin, module };
}

/** The parts that a module exports: by default, or each kind under its name. */
function partsOf(exported: Readonly<Record<string, unknown>>, origin: string): Plugin {
  const { default: whole } = exported;
  const named = Object.entries(exported).filter(([name]) => name in PART_KINDS);
  const plugin = whole ?? Object.fromEntries(named);
  if (typeof plugin !== 'object' || Object.keys(plugin).length === 0) refuse(`${origin} exports no parts`);
  return plugin;
}
