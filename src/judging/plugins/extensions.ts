import type { Plugin } from './plugin.js';

/**
 * Loads an extension of sfwc, as a plugin module is loaded: by its path.
 * @param name of its folder in `src/extensions/`; `extension-list.ts` lists what each declares
 */
export async function loadExtension(name: string): Promise<Plugin> {
  const address = new URL(`../../extensions/${name}/extension.js`, import.meta.url).href;
  const { default: plugin } = (await import(address)) as { readonly default: Plugin };
  return plugin;
}
