/** What a package.json may say of licences and scripts. */
export interface PackageManifest {
  readonly license?: string | { readonly type: string };
  readonly licenses?: readonly { readonly type: string }[];
  readonly scripts?: Readonly<Record<string, string>>;
}

export function licenceOf(manifest: PackageManifest): string;
/** @param packages pairs of the folder of a package and those of its files that are shipped */
export function licenceTexts(
  packages: readonly (readonly [folder: string, files: readonly string[]])[],
): string;
