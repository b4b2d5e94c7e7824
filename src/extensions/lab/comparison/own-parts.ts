import { readFile } from 'node:fs/promises';
import { STRATEGY_NAMES } from '../../../judging/plugins/built-in-strategies.js';
import type { CompareSettings } from '../compare-settings.js';
import { InputError } from '../../../model/errors.js';
import { requirePart, type Plugins } from '../../../judging/plugins/registry.js';
import { sha256 } from '../../../support/hash.js';

/**
 * The crawlers to compare. `all` means every built-in strategy and the strategies of plugins.
 * @throws UsageError for an unknown strategy or classifier; InputError where a plugin has a strategy of the name 'all'
 */
export function comparedStrategies(
  { strategies, classifiers }: Pick<CompareSettings, 'strategies' | 'classifiers'>,
  plugins: Plugins,
): readonly string[] {
  const own = plugins.all('strategies').map(({ name }) => name);
  if (own.includes('all')) {
    throw new InputError(`a comparison has another meaning for 'all', the name of a plugin's strategy`, {
      hint: 'register the strategy under another name',
    });
  }
  for (const name of strategies) requirePart('strategies', name, plugins, 'strategies', ['all']);
  for (const name of classifiers) requirePart('classifiers', name, plugins, 'classifiers');
  return strategies.includes('all') ? [...STRATEGY_NAMES, ...own] : [...new Set(strategies)];
}

/** The checksum of the module that a part comes from; undefined for built-in parts. */
export type VersionOf = (kind: 'classifiers' | 'strategies' | 'linkers', name: string) => string | undefined;

/** Reads the modules of plugins. A crawl is done again when the module of one of its parts has changed. */
export async function versionsOf(plugins: Plugins): Promise<VersionOf> {
  const checksums = new Map<string, string>();
  for (const module of plugins.modules)
    checksums.set(module, sha256(await readFile(new URL(module), 'utf8')).slice(0, 16));
  return (kind, name) => checksums.get(plugins.find(kind, name)?.module ?? '');
}
