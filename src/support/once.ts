/** A function that makes its thing the first time it is asked, and gives the same one ever after. */
export function once<T>(make: () => T): () => T {
  let made: { readonly thing: T } | undefined;
  return () => (made ??= { thing: make() }).thing;
}
