/** The properties that are not undefined, to be spread into an object whose optional properties must not be undefined. */
export function given<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const defined: Partial<T> = {};
  for (const name in values) if (values[name] !== undefined) defined[name] = values[name];
  return defined as { [K in keyof T]?: Exclude<T[K], undefined> };
}
