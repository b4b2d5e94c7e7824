import { builtInParts, loadBuiltInPart } from '../plugins/built-in.js';
import type { ExtensionLinker } from '../plugins/extension-list.js';
import type { LinkerDeclaration, LinkerKind } from './linker.js';

/** The linkers of the core. A further one is a file and an entry. */
const CORE = {
  gazetteer: {
    summary: 'labels: titles of the corpus, and those of --labels',
    isPredictable: true,
    load: async () => (await import('./gazetteer-linker.js')).gazetteer,
  },
  wordnet: {
    summary: 'senses of WordNet 3.1',
    isPredictable: true,
    load: async () => (await import('./wordnet-linker.js')).wordnet,
  },
} as const satisfies Readonly<Record<string, LinkerDeclaration>>;

/** The names of the built-in linkers, those of extensions included. */
export type LinkerName = keyof typeof CORE | ExtensionLinker;

/** The built-in linkers by name. */
const DECLARED = builtInParts<LinkerDeclaration>('linkers', CORE);

/** The names of the built-in linkers. */
export const LINKER_NAMES = [...DECLARED.keys()] as readonly LinkerName[];

/** Whether it is known without calling a linker which nouns it links. */
export function isPredictable(name: string): boolean {
  return DECLARED.get(name)?.isPredictable === true;
}

/** Whether a linker is built in. */
export function isBuiltInLinker(name: string): boolean {
  return DECLARED.has(name);
}

/** Loads a built-in linker. @throws RangeError where there is none of that name */
export async function loadBuiltInLinker(name: string): Promise<LinkerKind> {
  return loadBuiltInPart<LinkerKind>('linkers', name, DECLARED);
}
