/**
 * Loads the declaration of an extension of sfwc, as a plugin module is loaded: by its path.
 * @param name of its folder in `src/extensions/`
 */
export async function importExtension(name: string): Promise<unknown> {
  const address = new URL(`../extensions/${name}/extension.js`, import.meta.url).href;
  return ((await import(address)) as { readonly default: unknown }).default;
}
