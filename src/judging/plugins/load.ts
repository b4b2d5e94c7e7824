import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { InputError, messageOf, UsageError } from '../../model/errors.js';
import { PART_KINDS, type PartKind, type Plugin } from './plugin.js';
import { registerPlugins, type Plugins, type PluginSource } from './registry.js';

/**
 * Loads plugin modules and registers their parts, together with parts that a program gives as objects.
 * @param modules paths, or `file:` addresses; one that is named twice is loaded once
 * @throws InputError that names the file: it is missing, fails while it is loaded, exports no parts, or parts of the wrong
 *   shape; a name that is taken
 */
export async function loadPlugins(modules: readonly string[], objects: Plugin = {}): Promise<Plugins> {
  const sources: PluginSource[] = [{ plugin: objects, origin: 'the options' }];
  for (const module of new Set(modules.map(moduleAddress))) sources.push(await loadPlugin(module));
  return registerPlugins(sources);
}

/** The address of a module that a path names. */
function moduleAddress(module: string): string {
  return pathToFileURL(modulePath(module)).href;
}

/** The whole path of a module. */
export function modulePath(module: string): string {
  return module.startsWith('file:') ? fileURLToPath(module) : path.resolve(module);
}

/** The name of the one part of a kind that a module has. @throws InputError, UsageError where it has none or several */
export async function onlyPartOf(module: string, kind: PartKind): Promise<string> {
  const { plugin, origin } = await loadPlugin(moduleAddress(module));
  const names = Object.keys(plugin[kind] ?? {});
  const [name] = names;
  const { one } = PART_KINDS[kind];
  if (name === undefined) throw new InputError(`${origin} has no ${one}`, { hint: `export ${kind}` });
  if (names.length === 1) return name;
  throw new UsageError(`${origin} has several: ${names.join(', ')}`, {
    hint: `choose one: { module: '${module}', name: '${name}' }`,
  });
}

async function loadPlugin(address: string): Promise<PluginSource> {
  const file = new URL(address);
  const origin = `plugin ${path.relative('', path.resolve(decodeURIComponent(file.pathname)))}`;
  if (!existsSync(file)) {
    throw new InputError(`${origin}: there is no such file`, {
      hint: 'name a JavaScript module: --plugin ./mine.js',
    });
  }
  const exported = await imported(address, origin);
  return { plugin: partsOf(exported, origin), origin, module: address };
}

async function imported(address: string, origin: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    return (await import(address)) as Readonly<Record<string, unknown>>;
  } catch (error) {
    const typed = /\.[cm]?tsx?$/.test(address);
    throw new InputError(`${origin} failed while it was loaded: ${messageOf(error)}`, {
      hint: typed
        ? 'compile it to JavaScript first, or use a version of Node that runs TypeScript'
        : `try it alone: node ${origin.slice('plugin '.length)}`,
      cause: error,
    });
  }
}

/** The parts that a module exports: by default, or each kind under its name. */
function partsOf(exported: Readonly<Record<string, unknown>>, origin: string): Plugin {
  const { default: whole } = exported;
  if (typeof whole === 'object' && whole !== null && Object.keys(whole).length > 0) return whole;
  const named = Object.entries(exported).filter(([name]) => name in PART_KINDS);
  if (whole === undefined && named.length > 0) return Object.fromEntries(named);
  const what = whole === undefined ? 'has no default export' : 'has a default export without parts';
  throw new InputError(`${origin} ${what}`, {
    hint: `export { ${Object.keys(PART_KINDS).join(', ')} } by default, each an object of parts by their names`,
  });
}
