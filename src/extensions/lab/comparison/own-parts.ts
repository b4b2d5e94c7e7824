import { readFile } from 'node:fs/promises';
import { COMPARED_STRATEGIES, type CompareSettings } from '../compare-settings.js';
import { InputError } from '../../../model/errors.js';
import { requirePart, type Plugins } from '../../../judging/plugins/registry.js';
import { sha256 } from '../../../support/hash.js';

/** Names of `--strategies` that are not strategies of a crawl. */
const ONLY_COMPARED = ['all', 'lookahead', 'label-greedy'];

/**
 * The crawlers to compare. `all` means every built-in strategy, the bounds, and the strategies of plugins.
 * @throws UsageError for an unknown strategy or classifier; InputError where a plugin takes the name of a bound
 */
export function comparedStrategies(
  { strategies, classifiers }: Pick<CompareSettings, 'strategies' | 'classifiers'>,
  plugins: Plugins,
): readonly string[] {
  const own = plugins.all('strategies').map(({ name }) => name);
  const taken = own.find((name) => ONLY_COMPARED.includes(name));
  if (taken !== undefined) {
    throw new InputError(`a comparison has another meaning for '${taken}', the name of a plugin's strategy`, {
      hint: 'register the strategy under another name',
    });
  }
  for (const name of strategies) requirePart('strategies', name, plugins, 'strategies', ONLY_COMPARED);
  for (const name of classifiers) requirePart('classifiers', name, plugins, 'classifiers');
  return strategies.includes('all') ? [...COMPARED_STRATEGIES, ...own] : [...new Set(strategies)];
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
