import { InputError } from '../../model/errors.js';
import type { EntityLinker } from '../../model/noun.js';
import { once } from '../../support/once.js';
import { LINKER_PARTS } from '../parts.js';
import { partOf } from '../part-tables.js';
import { callPart, wrapPart } from '../plugins/call-part.js';
import { guardLinker } from '../plugins/guarded-parts.js';
import type { Plugins } from '../plugins/registry.js';
import type { LinkerDeclaration, LinkerKind, LinkingContext } from '../../language/linking/linker.js';

/** Makes the linker of a name. It is loaded at the first text. @throws InputError for an unknown name */
export function makeLinker(name: string, context: LinkingContext, plugins: Plugins): EntityLinker {
  const builtIn = partOf<LinkerDeclaration>(LINKER_PARTS, name);
  if (builtIn !== undefined) return loaded(name, context, () => builtIn.load());
  const own = plugins.find('linkers', name);
  if (own === undefined) throw new InputError(`the linker '${name}' is not known here`);
  const { part } = own;
  if (!('load' in part)) return guardLinker({ ...own, part });
  const named = `the linker '${name}'`;
  return loaded(name, context, async () =>
    wrapPart(await callPart(named, ', when it was loaded,', () => part.load()), named),
  );
}

function loaded(name: string, context: LinkingContext, load: () => Promise<LinkerKind>): EntityLinker {
  const made = once(async () => (await load()).make(context));
  return { name, link: async (...text) => (await made()).link(...text) };
}
