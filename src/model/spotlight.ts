/** The name of the linker, in settings and in knowledge bases. */
export const SPOTLIGHT_NAME = 'spotlight';

export const PUBLIC_SPOTLIGHT = 'https://api.dbpedia-spotlight.org/en';

/** Parameters of requests to DBpedia Spotlight, apart from the text: <https://www.dbpedia-spotlight.org/api>. */
export interface SpotlightParameters {
  /** Address of the service, to which `/annotate` is added. */
  readonly url: string;
  /** From 0 (all it finds) to 1. */
  readonly confidence: number;
  /** Least number of links to a resource within Wikipedia. */
  readonly support: number;
  /** `DBpedia:Person`, `Schema:Place`; none for all. */
  readonly types: readonly string[];
  /** True if only those types are wanted, or all but those. */
  readonly policy: 'whitelist' | 'blacklist';
}

export interface SpotlightServiceSettings {
  /** Seconds. */
  readonly spotlightDelay: number;
  readonly spotlightTimeout: number;
  readonly spotlightRetries: number;
  /** Folder of kept answers. Default: one in the user's cache folder. */
  readonly spotlightCache?: string;
}

export interface SpotlightSettings {
  readonly spotlight?: string;
  readonly spotlightConfidence: number;
  readonly spotlightSupport: number;
  readonly spotlightTypes: readonly string[];
  readonly spotlightPolicy: 'whitelist' | 'blacklist';
}

export function spotlightParameters(settings: SpotlightSettings): SpotlightParameters {
  return {
    url: settings.spotlight ?? PUBLIC_SPOTLIGHT,
    confidence: settings.spotlightConfidence,
    support: settings.spotlightSupport,
    types: settings.spotlightTypes,
    policy: settings.spotlightPolicy,
  };
}
