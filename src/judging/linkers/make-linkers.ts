import { InputError } from '../../model/errors.js';
import type { EntityLinker } from '../../model/noun.js';
import { once } from '../../support/once.js';
import { guardPort, loadedPart } from '../plugins/guard-port.js';
import { guardLinker } from '../plugins/guarded-parts.js';
import type { Plugins } from '../plugins/registry.js';
import type { KnownLinks, LinkerKind, LinkingContext, MadeLinker } from './linker.js';
import { followersOf, isBuiltInLinker, loadBuiltInLinker } from './linker-table.js';

/**
 * Makes the linkers of a name, each for a text of which some links are known. They are loaded at the first text.
 * @throws InputError for an unknown name
 */
export function makeLinkers(
  name: string,
  context: LinkingContext,
  plugins: Plugins,
): readonly ((known: KnownLinks) => EntityLinker)[] {
  if (isBuiltInLinker(name)) {
    const followers = context.plan.index === undefined ? [] : followersOf(name);
    return [name, ...followers].map((one) =>
      lazily(one, async () => (await loadBuiltInLinker(one)).make(context)),
    );
  }
  const own = plugins.find('linkers', name);
  if (own === undefined) throw new InputError(`the linker '${name}' is not known here`);
  const { part } = own;
  if ('load' in part) {
    const named = `the linker '${name}'`;
    const load = async (): Promise<LinkerKind> => loadedPart<LinkerKind>(part, named);
    return [lazily(name, async () => guardedKind(await load(), name).make(context))];
  }
  const linker = guardLinker({ ...own, part });
  return [() => linker];
}

function guardedKind(kind: LinkerKind, name: string): LinkerKind {
  return guardPort<LinkerKind>(kind, { part: `the linker '${name}'`, fixed: { name } });
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
