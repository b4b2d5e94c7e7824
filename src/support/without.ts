/** A copy of an object without some of its properties. */
export function without<T extends object, K extends keyof T>(object: T, ...names: readonly K[]): Omit<T, K> {
  const left: Partial<T> = {};
  for (const name of Object.keys(object) as (keyof T)[])
    if (!names.includes(name as K)) left[name] = object[name];
  return left as Omit<T, K>;
}
