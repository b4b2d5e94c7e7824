/** The IRI of a topic's expansion and its graph. */
export function expansionIri(topic: string): string {
  return `${topic}/expansion`;
}
