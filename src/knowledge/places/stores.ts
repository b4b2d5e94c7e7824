import { InputError } from '../../model/errors.js';
import { loadPart } from '../../support/load-extension.js';
import { withoutCredentials } from '../../support/without-credentials.js';
import type { PlaceSettings, StoreKind } from './store.js';
import { STORES } from './store-list.js';

/** The scheme of an address such as `https://host/sparql`, lower case; undefined for a path. */
export function schemeOf(place: string): string | undefined {
  return /^([a-z][a-z0-9+.-]+):\/\//i.exec(place)?.[1]?.toLowerCase();
}

/**
 * Loads what opens an address.
 * @param settings with the stores of plugins
 * @throws InputError where nothing opens addresses of its scheme
 */
export async function loadStore(address: string, { stores: own }: PlaceSettings = {}): Promise<StoreKind> {
  const scheme = schemeOf(address) ?? '';
  const load = own?.get(scheme);
  if (load !== undefined) return load();
  const extension = STORES[scheme];
  if (extension === undefined)
    throw new InputError(`no store opens ${withoutCredentials(address)}`, {
      hint: `sfwc opens folders and ${Object.keys(STORES).join(', ')}; others come from a plugin: --plugin FILE`,
    });
  return (await loadPart(extension, 'stores', scheme)) as StoreKind;
}
