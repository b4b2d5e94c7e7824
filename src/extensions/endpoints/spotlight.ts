import { z } from 'zod';
import type { SendToEndpoint } from '../../knowledge/endpoint/endpoint-request.js';
import type { AskRemote, LinkerKind } from '../../language/linking/linker.js';
import { mayName } from '../../language/linking/nouns/noun-senses.js';
import { messageOf } from '../../model/errors.js';
import type { AnnotatedText, EntityLink, RemoteLink, Token } from '../../model/noun.js';
import { SPOTLIGHT_NAME, type SpotlightParameters } from '../../model/spotlight.js';
import { parseJson } from '../../support/parse-json.js';
import { takeTurns } from '../../support/take-turns.js';
import { cutAt } from '../../support/text/cut-text.js';
import { systemClock, type Clock } from '../../support/time/clock.js';
import { createEndpointHttp } from './endpoint-http.js';

/** Nouns by DBpedia Spotlight, from links that the service gave for the text; without any, nothing is linked. */
export const spotlight: LinkerKind = {
  make: () => ({
    name: SPOTLIGHT_NAME,
    link: (text, known) =>
      Promise.resolve(text.nouns.length === 0 ? [] : alignLinks(text, known?.remote ?? [])),
  }),
};

/**
 * Links at token boundaries: a link is reduced to the tokens within. Links without a noun, of numbers or stop words are
 * dropped.
 */
export function alignLinks({ sentences }: AnnotatedText, links: readonly RemoteLink[]): EntityLink[] {
  const aligned: EntityLink[] = [];
  let next = 0;
  for (const { end, tokens } of sentences)
    for (let link = links[next]; link !== undefined && link.begin < end; link = links[(next += 1)])
      aligned.push(...alignLink(tokens, link));
  return aligned;
}

function alignLink(tokens: readonly Token[], { begin, end, iri }: RemoteLink): EntityLink[] {
  const run = tokens.filter((token) => token.begin >= begin && token.end <= end);
  const [first, last] = [run[0], run.at(-1)];
  if (first === undefined || last === undefined || !mayName(run)) return [];
  return [{ begin: first.begin, end: last.end, iri, linker: SPOTLIGHT_NAME }];
}

/** Seconds between requests to the service, and for which one may take; retries after transient failures. */
const [DELAY, TIMEOUT, RETRIES] = [0.5, 30, 3];

/**
 * Opens the service: in the main thread, since its limits apply to all threads.
 * @param warn called when the service goes down and comes back
 */
export function openSpotlight(parameters: SpotlightParameters, warn: (message: string) => void): AskRemote {
  const send = createEndpointHttp({ timeoutSeconds: TIMEOUT, retries: RETRIES });
  return createSpotlightClient(parameters, { send, warn, clock: systemClock, delaySeconds: DELAY });
}

interface SpotlightDeps {
  readonly send: SendToEndpoint;
  readonly clock: Clock;
  /** Seconds between the end of one request and the next. */
  readonly delaySeconds: number;
  /** Called once when the service goes down and when it is back. */
  readonly warn: (message: string) => void;
}

/** Longest text per request in UTF-16 code units; servers truncate or refuse longer ones. */
export const LONGEST_REQUEST = 6000;
/** Time for which a service that is down is not contacted, in milliseconds. */
const REST = 60_000;
/** Statuses that concern only the text. */
const REFUSALS: readonly number[] = [400, 413, 414, 422];

/**
 * A client of DBpedia Spotlight (Mendes, Jakob, García-Silva, Bizer 2011; Daiber et al. 2013): one request at a time,
 * with a pause in between; long texts in pieces. A text with a piece without answer has none, so
 * that the next linkers read the whole text. A service that is down is tried again after a minute.
 */
export function createSpotlightClient(parameters: SpotlightParameters, deps: SpotlightDeps): AskRemote {
  const { send, clock, delaySeconds, warn } = deps;
  const inTurn = takeTurns();
  let [downUntil, readyAt, isDown] = [-Infinity, -Infinity, false];
  const ask = async (text: string): Promise<readonly RemoteLink[] | undefined> => {
    if (clock.now() < downUntil) return undefined;
    if (readyAt > clock.now()) await clock.sleep(readyAt - clock.now());
    try {
      const answer = await answerTo(text, parameters, send);
      if (isDown) warn(`DBpedia Spotlight answers again: ${parameters.url}`);
      isDown = false;
      return answer;
    } catch (error) {
      downUntil = clock.now() + REST;
      const next = 'falling back to the next linker; retrying in one minute';
      if (!isDown) warn(`DBpedia Spotlight is down: ${messageOf(error)}; ${next}`);
      isDown = true;
      return undefined;
    } finally {
      readyAt = clock.now() + delaySeconds * 1000;
    }
  };
  return async (text) => {
    const links: RemoteLink[] = [];
    for (let begin = 0; begin < text.length;) {
      const piece = firstPiece(text.slice(begin));
      const found = /\p{L}/u.test(piece) ? await inTurn(() => ask(piece)) : [];
      if (found === undefined) return undefined;
      for (const link of found) links.push({ ...link, begin: link.begin + begin, end: link.end + begin });
      begin += piece.length;
    }
    return links;
  };
}

/** Sends a text. @returns undefined where the service refuses the text @throws Error when it is down */
async function answerTo(
  text: string,
  { url: written, confidence }: SpotlightParameters,
  send: SendToEndpoint,
): Promise<readonly RemoteLink[] | undefined> {
  const url = written.replace(/\/{0,9}(?:\/annotate)?$/u, '/annotate');
  const body = new URLSearchParams({ text, confidence: String(confidence) }).toString();
  const headers = { Accept: 'application/json', 'Content-Type': 'application/x-www-form-urlencoded' };
  const response = await send({ method: 'POST', url, headers, body, repeatable: true });
  if (REFUSALS.includes(response.status)) return undefined;
  if (response.status !== 200) throw new Error(`${url} answered with status ${response.status}`);
  return readSpotlightAnswer(response.text, text);
}

/** The first piece of a text: to the end of its last sentence or word within the longest request. */
function firstPiece(text: string): string {
  if (text.length <= LONGEST_REQUEST) return text;
  const window = text.slice(0, cutAt(text, LONGEST_REQUEST));
  return (/^[^]{3000,}[.!?…\n]\s/.exec(window) ?? /^[^]{3000,}\s/.exec(window) ?? [window])[0];
}

const resource = z.object({
  '@URI': z.string().regex(/^[a-z][a-z0-9+.-]*:\S+$/iu),
  '@surfaceForm': z.coerce.string().regex(/\p{L}/u),
  '@offset': z.coerce.number().int().min(0),
});
const answer = z.looseObject({ Resources: z.unknown().optional() });

/** Distance from its stated place in which a name is searched, in code units: some services count code points. */
const REACH = 60;

/**
 * Reads an answer of DBpedia Spotlight (`/annotate`, as JSON): without `Resources`, with a list or a single one;
 * numbers as strings. Skipped: resources without IRI, name or place; names that are not in the text near their place;
 * bare numbers; of overlapping links all but the first and longest.
 *
 * @returns links in order, without overlap
 * @throws Error when it is not such an answer
 */
export function readSpotlightAnswer(json: string, text: string): RemoteLink[] {
  const { data } = answer.safeParse(parseJson(json));
  if (data === undefined)
    throw new Error(`not the JSON of DBpedia Spotlight: ${json.slice(0, 60).replace(/\s+/gu, ' ')}`);
  const links = [data.Resources ?? []].flat().flatMap((one): RemoteLink[] => {
    const { data: read } = resource.safeParse(one);
    if (read === undefined) return [];
    const { '@URI': iri, '@surfaceForm': surface, '@offset': offset } = read;
    const begin = nearest(text, surface, offset);
    return begin === undefined ? [] : [{ begin, end: begin + surface.length, iri }];
  });
  const kept: RemoteLink[] = [];
  for (const link of links.sort((a, b) => a.begin - b.begin || b.end - a.end))
    if (link.begin >= (kept.at(-1)?.end ?? 0)) kept.push(link);
  return kept;
}

/** The occurrence of a name nearest to an offset. */
function nearest(text: string, surface: string, offset: number): number | undefined {
  return [text.lastIndexOf(surface, offset), text.indexOf(surface, offset)]
    .filter((place) => place >= 0 && Math.abs(place - offset) <= REACH)
    .sort((a, b) => Math.abs(a - offset) - Math.abs(b - offset))[0];
}
