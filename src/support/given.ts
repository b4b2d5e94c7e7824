/**
 * The properties that are not undefined. For what is written down or handed to users, and for an object that is spread over
 * another, where an undefined property would hide the one below.
 */
export function given<T extends object>(values: T): Given<T> {
  const defined: Partial<T> = {};
  for (const name in values) if (values[name] !== undefined) defined[name] = values[name];
  return defined as unknown as Given<T>;
}

type Given<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};
