import { LINKER_PARTS } from '../parts.js';
import type { LinkerDeclaration, LinkerKind } from './linker.js';

/** The names of the built-in linkers. */
export type LinkerName = keyof typeof LINKER_PARTS;

/** The built-in linkers by name. */
const DECLARED = new Map<string, LinkerDeclaration>(Object.entries(LINKER_PARTS));

/** The names of the built-in linkers. */
export const LINKER_NAMES = [...DECLARED.keys()] as readonly LinkerName[];

/** Whether a linker is built in. */
export function isBuiltInLinker(name: string): boolean {
  return DECLARED.has(name);
}

/** Loads a built-in linker. @throws RangeError where there is none of that name */
export async function loadBuiltInLinker(name: string): Promise<LinkerKind> {
  const declared = DECLARED.get(name);
  if (declared === undefined) throw new RangeError(`there is no linker '${name}'`);
  return declared.load();
}
