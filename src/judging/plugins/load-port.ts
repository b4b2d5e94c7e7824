import { loadPart } from '../../support/load-extension.js';
import { PORTS } from './extension-list.js';
import type { Ports } from './ports.js';

/** Loads the extension that implements a port. */
export async function loadPort<Name extends keyof Ports>(name: Name): Promise<Ports[Name]> {
  return (await loadPart(PORTS[name], 'ports', name)) as Ports[Name];
}
