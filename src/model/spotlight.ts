/** The name of the linker, in settings and in knowledge bases. */
export const SPOTLIGHT_NAME = 'spotlight';

/** The public service of DBpedia Spotlight. */
export const PUBLIC_SPOTLIGHT = 'https://api.dbpedia-spotlight.org/en';

/** Parameters of requests to DBpedia Spotlight, apart from the text: <https://www.dbpedia-spotlight.org/api>. */
export interface SpotlightParameters {
  /** Address of the service, to which `/annotate` is added. */
  readonly url: string;
  /** From 0 (all it finds) to 1. */
  readonly confidence: number;
}
