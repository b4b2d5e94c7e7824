import { EXTENSIONS, type ListedExtension } from './extension-list.js';
import { loadPart } from '../../support/load-extension.js';

/** A kind of part that is declared, and loaded when it is named. */
export type DeclaredKind = Exclude<keyof ListedExtension, 'name' | 'commands'>;

/** What every declaration has. */
interface Declaration {
  readonly load: () => Promise<unknown>;
}

/**
 * The built-in parts of a kind by name: those of the core, then those that extensions declare.
 * @param core the parts of the core, in the order of the help
 */
export function builtInParts<Declared extends Declaration>(
  kind: DeclaredKind,
  core: Readonly<Record<string, Declared>> = {},
): ReadonlyMap<string, Declared> {
  const listed = EXTENSIONS.flatMap((extension) =>
    Object.entries<object>(extension[kind] ?? {}).map(([name, described]): [string, object] => {
      const load = (): Promise<unknown> => loadPart(extension.name, kind, name);
      return [name, { ...described, load }];
    }),
  );
  // `defineExtension` checks in the extension that what is listed is a declaration of the kind.
  return new Map([...Object.entries(core), ...(listed as [string, Declared][])]);
}

/** Loads a built-in part. @throws RangeError where there is none of that name */
export async function loadBuiltInPart<Kind>(
  kind: DeclaredKind,
  name: string,
  among: ReadonlyMap<string, Declaration> = builtInParts(kind),
): Promise<Kind> {
  const declared = among.get(name);
  if (declared === undefined) throw new RangeError(`there is no '${name}' among the ${kind} of sfwc`);
  return (await declared.load()) as Kind;
}
