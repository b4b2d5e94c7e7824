/** A copy of an object without some of its properties. */
export function without<T extends object, K extends keyof T>(object: T, ...names: readonly K[]): Omit<T, K> {
  const left = Object.entries(object).filter(([name]) => !names.includes(name as K));
  return Object.fromEntries(left) as Omit<T, K>;
}
