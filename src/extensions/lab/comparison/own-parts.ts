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

/** Checksums of the modules of plugins: crawls by their parts are done again when one has changed. */
export function checksumsOf(plugins: Plugins): Promise<readonly string[]> {
  return Promise.all(
    plugins.modules.map(async (module) => sha256(await readFile(new URL(module), 'utf8')).slice(0, 16)),
  );
}
