import { importExtension } from '../../support/load-extension.js';
import type { Plugin } from './plugin.js';

/**
 * Loads an extension of sfwc.
 * @param name of its folder in `src/extensions/`; `extension-list.ts` lists what each declares
 */
export async function loadExtension(name: string): Promise<Plugin> {
  return (await importExtension(name)) as Plugin;
}
