import { PARTS } from '../../../judging/parts.js';
import { once } from '../../../support/once.js';
import { answerCacheFolder, createAnswerCache } from '../../../support/files/answer-cache.js';
import type { AskRemote, LinkerKind } from '../../../language/linking/linker.js';
import { createSpotlightLinker } from './spotlight-linker.js';
import { createSpotlightClient } from './spotlight-client.js';
import type { SpotlightParameters, SpotlightServiceSettings } from '../../../model/spotlight.js';

/**
 * Opens the service, with a cache on disk: in the main thread, since its limits apply to all threads.
 * @param warn called when the service goes down and comes back
 */
export function openSpotlight(
  parameters: SpotlightParameters,
  { spotlightDelay, spotlightTimeout, spotlightRetries, spotlightCache }: SpotlightServiceSettings,
  warn: (message: string) => void,
): AskRemote {
  const service = once(async () =>
    (await PARTS.createEndpointHttp())({ timeoutSeconds: spotlightTimeout, retries: spotlightRetries }),
  );
  return createSpotlightClient(parameters, {
    send: async (request) => (await service())(request),
    cache: createAnswerCache(spotlightCache ?? answerCacheFolder('spotlight'), warn),
    delaySeconds: spotlightDelay,
    warn,
  }).annotate;
}

/** Nouns by DBpedia Spotlight. */
export const spotlight: LinkerKind = {
  make: () => createSpotlightLinker((_text, known) => Promise.resolve(known?.remote)),
};
