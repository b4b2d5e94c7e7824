/** A TypeScript file and the packages that it imports as one module. */
export interface Bundle {
  readonly code: string;
  /** The licences of all packages that are in it. */
  readonly licences: string;
}

export function bundle(file: string): Promise<Bundle>;
