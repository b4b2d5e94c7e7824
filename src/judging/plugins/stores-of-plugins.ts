import type { EngineKind, PlaceSettings, StoreKind } from '../../knowledge/places/store.js';
import { loadBuiltInPart } from './built-in.js';
import { guardPort, loadedPart } from './guard-port.js';
import { onlyPart, type Plugins } from './registry.js';

/** The engine that sfwc brings. */
const COMUNICA = 'comunica';

/** The stores of plugins, as places know them. */
export function storesOf(plugins: Plugins): Required<Pick<PlaceSettings, 'stores'>> {
  const stores = plugins.all('stores').map(({ name, part }) => {
    const load = async (): Promise<StoreKind> => guarded<StoreKind>(part, `the store '${name}'`);
    return [name, load] as const;
  });
  return { stores: new Map(stores) };
}

/** The engine of a plugin, or else Comunica. @throws UsageError where there are several */
export async function engineOf(plugins: Plugins): Promise<EngineKind> {
  const own = onlyPart(plugins, 'engines');
  if (own !== undefined) return guarded<EngineKind>(own.part, `the engine '${own.name}'`);
  return loadBuiltInPart<EngineKind>('engines', COMUNICA);
}

async function guarded<Port extends object>(
  part: Port | { readonly load: () => Promise<Port> },
  named: string,
): Promise<Port> {
  return guardPort<Port>(await loadedPart<Port>(part, named), { part: named });
}
