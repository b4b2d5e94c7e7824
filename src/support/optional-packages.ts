import { MissingPackageError } from '../model/errors.js';

/** Packages that an installation may leave out (`npm install --omit=optional`), with what needs them. */
export const OPTIONAL_PACKAGES = {
  '@modelcontextprotocol/sdk': 'serving assistants',
  mammoth: 'reading Word documents',
  'playwright-core': 'rendering pages',
  unpdf: 'reading PDF',
} as const;

export type OptionalPackage = keyof typeof OPTIONAL_PACKAGES;

/** The URL of a package, or of a file in one; undefined where it is not installed. */
export function packageUrl(name: string): string | undefined {
  try {
    return import.meta.resolve(name);
  } catch {
    return undefined;
  }
}

/** Why something cannot be done that needs an optional package; undefined where the package is installed. */
export function missingPackage(name: OptionalPackage): MissingPackageError | undefined {
  if (packageUrl(name) !== undefined) return undefined;
  return new MissingPackageError(`${OPTIONAL_PACKAGES[name]} needs the package ${name}`, name);
}

/** Loads a module that needs an optional package. @throws MissingPackageError where that package is not installed */
export async function loadOptional<T>(name: OptionalPackage, load: () => Promise<T>): Promise<T> {
  const missing = missingPackage(name);
  if (missing !== undefined) throw missing;
  return load();
}
