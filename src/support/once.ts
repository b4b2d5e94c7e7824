/** A function that makes its thing the first time it is asked, and gives the same one ever after. */
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
