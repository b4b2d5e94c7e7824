type Parts = Readonly<Record<string, Readonly<Record<string, { readonly load?: unknown }>> | undefined>>;

/**
 * Loads a part that an extension (a folder of `src/extensions/`) declares with `load`, by its path as a plugin is loaded.
 * @throws Error where there is no such part: the lists of extensions are then out of date
 */
export async function loadPart(extension: string, kind: string, name: string): Promise<unknown> {
  const address = new URL(`../extensions/${extension}/extension.js`, import.meta.url).href;
  const { default: declared } = (await import(address)) as { readonly default: Parts };
  const load = declared[kind]?.[name]?.load;
  if (typeof load !== 'function') throw new Error(`the extension '${extension}' has no '${name}' in ${kind}`);
  return (load as () => Promise<unknown>)();
}
