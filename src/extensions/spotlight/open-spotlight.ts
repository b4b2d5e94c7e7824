import { PARTS } from '../../judging/parts.js';
import { once } from '../../support/once.js';
import { answerCacheFolder, createAnswerCache } from '../../support/files/answer-cache.js';
import type { LinkerKind } from '../../judging/linkers/linker.js';
import { createSpotlightLinker } from './spotlight-linker.js';
import { createSpotlightClient, type SpotlightClient } from './spotlight-client.js';
import {
  SPOTLIGHT_NAME,
  type SpotlightParameters,
  type SpotlightServiceSettings,
} from '../../model/spotlight.js';

/** A client of the service, with a cache on disk. @param warn called when the service goes down and comes back */
function openSpotlight(
  parameters: SpotlightParameters,
  { spotlightDelay, spotlightTimeout, spotlightRetries, spotlightCache }: SpotlightServiceSettings,
  warn: (message: string) => void,
): SpotlightClient {
  const service = once(async () =>
    (await PARTS.createEndpointHttp())({ timeoutSeconds: spotlightTimeout, retries: spotlightRetries }),
  );
  return createSpotlightClient(parameters, {
    send: async (request) => (await service())(request),
    cache: createAnswerCache(spotlightCache ?? answerCacheFolder('spotlight'), warn),
    delaySeconds: spotlightDelay,
    warn,
  });
}

/** Nouns by DBpedia Spotlight. */
export const spotlight: LinkerKind = {
  name: SPOTLIGHT_NAME,
  make:
    () =>
    ({ remote }) =>
      createSpotlightLinker(() => Promise.resolve(remote)),
  openService: (parameters, settings, warn) => openSpotlight(parameters, settings, warn).annotate,
};
