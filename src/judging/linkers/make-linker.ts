import { InputError } from '../../model/errors.js';
import type { EntityLinker } from '../../model/noun.js';
import { once } from '../../support/once.js';
import { callPart, wrapPart } from '../plugins/call-part.js';
import { guardLinker } from '../plugins/guarded-parts.js';
import type { Plugins } from '../plugins/registry.js';
import type { KnownLinks, LinkingContext, MadeLinker } from './linker.js';
import { isBuiltInLinker, loadBuiltInLinker } from './linker-table.js';

/**
 * Makes the linker of a name, for a text of which some links are known. It is loaded at the first text.
 * @throws InputError for an unknown name
 */
export function makeLinker(
  name: string,
  context: LinkingContext,
  plugins: Plugins,
): (known: KnownLinks) => EntityLinker {
  if (isBuiltInLinker(name)) return lazily(name, async () => (await loadBuiltInLinker(name)).make(context));
  const own = plugins.find('linkers', name);
  if (own === undefined) throw new InputError(`the linker '${name}' is not known here`);
  const { part } = own;
  if ('load' in part) {
    const named = `the linker '${name}'`;
    const load = () => callPart(named, ', when it was loaded,', () => part.load());
    return lazily(name, async () => wrapPart(await load(), named, { name }).make(context));
  }
  const linker = guardLinker({ ...own, part });
  return () => linker;
}

function lazily(name: string, make: () => Promise<MadeLinker>): (known: KnownLinks) => EntityLinker {
  const made = once(make);
  return (known) => ({
    name,
    link: async (text) => {
      const linker = await made();
      return (typeof linker === 'function' ? linker(known) : linker).link(text);
    },
  });
}
