import { UsageError } from '../../model/errors.js';
import type {
  EngineDeclaration,
  EngineKind,
  PlaceSettings,
  StoreKind,
} from '../../knowledge/places/store.js';
import { builtInParts } from './built-in.js';
import { guardCall, guardPort } from './guard-port.js';
import type { Plugins } from './registry.js';

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
  const [own, second] = plugins.all('engines');
  if (second !== undefined)
    throw new UsageError(`the engines '${own?.name}' and '${second.name}' are both loaded`, {
      hint: 'one engine answers a query: leave out one of the plugins',
    });
  if (own !== undefined) return guarded<EngineKind>(own.part, `the engine '${own.name}'`);
  const comunica = builtInParts<EngineDeclaration>('engines').get(COMUNICA);
  if (comunica === undefined) throw new RangeError(`there is no engine '${COMUNICA}'`);
  return comunica.load();
}

async function guarded<Port extends object>(
  part: Port | { readonly load: () => Promise<Port> },
  named: string,
): Promise<Port> {
  const kind = 'load' in part ? await guardCall(`${named}, when it was loaded,`, () => part.load()) : part;
  return guardPort<Port>(kind as Port, { part: named });
}
