import { InputError } from '../../model/errors.js';
import { withoutCredentials } from '../../support/without-credentials.js';
import type { StoreKind } from './store.js';

/** The scheme of an address such as `https://host/sparql`, lower case; undefined for a path. */
export function schemeOf(place: string): string | undefined {
  return /^([a-z][a-z0-9+.-]+):\/\//i.exec(place)?.[1]?.toLowerCase();
}

/** Loads what opens the address of a SPARQL endpoint. @throws InputError for an address of another scheme */
export async function loadStore(address: string): Promise<StoreKind> {
  if (['http', 'https'].includes(schemeOf(address) ?? ''))
    return (await import('../../extensions/endpoints/connect.js')).endpointStore;
  throw new InputError(`no store opens ${withoutCredentials(address)}`, {
    hint: 'sfwc opens folders, and SPARQL endpoints by http and https',
  });
}
