import { PARTS } from '../../../judging/parts.js';
import type { AskRemote, LinkerKind } from '../../../language/linking/linker.js';
import { mayName } from '../../../language/linking/nouns/token-runs.js';
import type {
  AnnotatedText,
  EntityLink,
  EntityLinker,
  KnownLinks,
  RemoteLink,
  Token,
} from '../../../model/noun.js';
import { SPOTLIGHT_NAME, type SpotlightParameters } from '../../../model/spotlight.js';
import { answerCacheFolder, createAnswerCache } from '../../../support/files/answer-cache.js';
import { once } from '../../../support/once.js';
import { createSpotlightClient } from './spotlight-client.js';

/** Seconds between requests to the service, and for which one may take; retries after transient failures. */
const [DELAY, TIMEOUT, RETRIES] = [0.5, 30, 3];

/**
 * Opens the service, with a cache on disk: in the main thread, since its limits apply to all threads.
 * @param warn called when the service goes down and comes back
 */
export function openSpotlight(parameters: SpotlightParameters, warn: (message: string) => void): AskRemote {
  const service = once(async () =>
    (await PARTS.createEndpointHttp())({ timeoutSeconds: TIMEOUT, retries: RETRIES }),
  );
  return createSpotlightClient(parameters, {
    send: async (request) => (await service())(request),
    cache: createAnswerCache(answerCacheFolder('spotlight'), warn),
    delaySeconds: DELAY,
    warn,
  });
}

/** Nouns by DBpedia Spotlight. */
export const spotlight: LinkerKind = {
  make: () => createSpotlightLinker((_text, known) => Promise.resolve(known?.remote)),
};

/**
 * A linker for results of DBpedia Spotlight. A link whose ends are not token boundaries is reduced to the tokens
 * within; links without a noun, of numbers or stop words are dropped.
 *
 * @param linksOf the links of a text; undefined when the service is down: then nothing is linked
 */
export function createSpotlightLinker(
  linksOf: (text: string, known?: KnownLinks) => Promise<readonly RemoteLink[] | undefined>,
): EntityLinker {
  return {
    name: SPOTLIGHT_NAME,
    link: async (text, known) =>
      text.nouns.length === 0 ? [] : alignLinks(text, (await linksOf(text.text, known)) ?? []),
  };
}

function alignLinks({ sentences }: AnnotatedText, links: readonly RemoteLink[]): EntityLink[] {
  const aligned: EntityLink[] = [];
  let next = 0;
  for (const { end, tokens } of sentences) {
    for (let link = links[next]; link !== undefined && link.begin < end; link = links[next]) {
      aligned.push(...alignLink(tokens, link));
      next += 1;
    }
  }
  return aligned;
}

function alignLink(tokens: readonly Token[], { begin, end, iri }: RemoteLink): EntityLink[] {
  const run = tokens.filter((token) => token.begin >= begin && token.end <= end);
  const [first, last] = [run[0], run.at(-1)];
  if (first === undefined || last === undefined || !mayName(run)) return [];
  return [{ begin: first.begin, end: last.end, iri, linker: SPOTLIGHT_NAME }];
}
