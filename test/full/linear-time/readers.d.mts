/** A reader of what comes from outside: fragments that inputs are made of. */
export const READERS: Readonly<Record<string, { readonly fragments: readonly string[] }>>;
