/** The names of the parts in a table, in its order. */
export function namesOf<Name extends string>(table: Readonly<Record<Name, unknown>>): [Name, ...Name[]] {
  return Object.keys(table) as [Name, ...Name[]];
}

/** The part under a name of a table; undefined where it has none. */
export function partOf<Part>(table: Readonly<Record<string, Part>>, name: string): Part | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
