import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FrontierKind } from '../../src/judging/plugins/frontier-kind.js';
import type { Plugin } from '../../src/judging/plugins/plugin.js';
import { ROOT } from '../cli/run.js';
import { compiledExample } from './example.js';
import { writeFiles } from './small-corpus.js';

/** Modules with a frontier: `json` of the example, which is durable, and `list` of docs/plugins.md. */
export type OwnFrontierModules = Readonly<Record<'json' | 'list', string>>;

/** Writes both modules into a folder. */
export async function ownFrontiers(folder: string): Promise<OwnFrontierModules> {
  const document = readFileSync(path.join(ROOT, 'docs/plugins.md'), 'utf8');
  const code = /\n## A frontier\n[^]*?```js\n([^]*?)```/.exec(document)?.[1] ?? '';
  return {
    json: await compiledExample('frontier', folder),
    list: path.join(await writeFiles(path.join(folder, 'document'), { 'list.mjs': code }), 'list.mjs'),
  };
}

/** The frontier of a module. */
export async function frontierIn(module: string, name: string): Promise<FrontierKind> {
  const { default: plugin } = (await import(pathToFileURL(module).href)) as { readonly default: Plugin };
  return plugin.frontiers?.[name] as FrontierKind;
}
