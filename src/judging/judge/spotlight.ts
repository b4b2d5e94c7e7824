import { homedir } from 'node:os';
import path from 'node:path';
import { createEndpointHttp } from '../../knowledge/endpoint/endpoint-http.js';
import { createAnswerCache } from '../../language/linking/spotlight/answer-cache.js';
import { createSpotlightClient, type SpotlightClient } from '../../language/linking/spotlight/spotlight.js';
import { PUBLIC_SPOTLIGHT, type SpotlightParameters } from '../../model/spotlight.js';

/** The settings of queries to DBpedia Spotlight. */
export interface SpotlightSettings {
  readonly spotlight?: string | undefined;
  readonly spotlightConfidence: number;
  readonly spotlightSupport: number;
  readonly spotlightTypes: readonly string[];
  readonly spotlightPolicy: 'whitelist' | 'blacklist';
}

/** The settings of the client of the service. */
export interface SpotlightServiceSettings {
  /** Seconds. */
  readonly spotlightDelay: number;
  readonly spotlightTimeout: number;
  readonly spotlightRetries: number;
  readonly spotlightCache?: string | undefined;
}

/** The parameters of DBpedia Spotlight in settings. */
export function spotlightParameters(settings: SpotlightSettings): SpotlightParameters {
  return {
    url: settings.spotlight ?? PUBLIC_SPOTLIGHT,
    confidence: settings.spotlightConfidence,
    support: settings.spotlightSupport,
    types: settings.spotlightTypes,
    policy: settings.spotlightPolicy,
  };
}

/** A client of the service, with a cache on disk. @param warn called when the service goes down and comes back */
export function openSpotlight(
  parameters: SpotlightParameters,
  { spotlightDelay, spotlightTimeout, spotlightRetries, spotlightCache }: SpotlightServiceSettings,
  warn: (message: string) => void,
): SpotlightClient {
  return createSpotlightClient(parameters, {
    send: createEndpointHttp({ timeoutSeconds: spotlightTimeout, retries: spotlightRetries }),
    cache: createAnswerCache(spotlightCache ?? defaultCache(), warn),
    delaySeconds: spotlightDelay,
    warn,
  });
}

/** The user's cache folder. */
function defaultCache(): string {
  const caches = process.env['XDG_CACHE_HOME'];
  return path.join(
    caches === undefined || caches === '' ? path.join(homedir(), '.cache') : caches,
    'sfwc/spotlight',
  );
}
