/** A function that makes its value at the first call, and returns the same one afterwards. */
export function once<T>(make: () => T): () => T {
  let made: { readonly thing: T } | undefined;
  return () => (made ??= { thing: make() }).thing;
}

/** A function that makes its thing once for each object, and keeps it as long as the object is used. */
export function onceFor<Key extends object, T>(make: (key: Key) => T): (key: Key) => T {
  const made = new WeakMap<Key, { readonly thing: T }>();
  return (key) => {
    const known = made.get(key);
    if (known !== undefined) return known.thing;
    const thing = make(key);
    made.set(key, { thing });
    return thing;
  };
}
