import { messageOf } from '../../../model/errors.js';
import type { RemoteLink } from '../../../model/noun.js';
import type { SpotlightParameters } from '../../../model/spotlight.js';
import type { SendToEndpoint } from '../../../knowledge/endpoint/endpoint-request.js';
import type { AnswerCache } from '../../../support/files/answer-cache.js';
import { takeTurns } from '../../../support/take-turns.js';
import { cutAt } from '../../../support/text/cut-text.js';
import { systemClock, type Clock } from '../../../support/time/clock.js';
import { readSpotlightAnswer } from './spotlight-answer.js';

/** The environment of a client. */
export interface SpotlightDeps {
  readonly send: SendToEndpoint;
  readonly cache: AnswerCache;
  readonly clock?: Clock;
  /** Seconds between the end of one request and the next. */
  readonly delaySeconds?: number;
  /** Called once when the service goes down and when it is back. */
  readonly warn: (message: string) => void;
}

/**
 * Asks for the links of a text, in order, without overlap; undefined when the service has no answer. Offsets count UTF-16 code
 * units.
 */
export type AskSpotlight = (text: string) => Promise<readonly RemoteLink[] | undefined>;

/** Longest text per request in UTF-16 code units; servers truncate or refuse longer ones. */
export const LONGEST_REQUEST = 6000;
/** Time for which a service that is down is not contacted, in milliseconds. */
const REST = 60_000;
/** Statuses that concern only the text. */
const REFUSALS: ReadonlySet<number> = new Set([400, 413, 414, 422]);

/**
 * A client of DBpedia Spotlight (Mendes, Jakob, García-Silva, Bizer 2011; Daiber et al. 2013): one request at a time,
 * with a pause in between; long texts in pieces; answers are cached. A text with a piece without answer has none, so
 * that the next linkers read the whole text. A service that is down is tried again after a minute.
 */
export function createSpotlightClient(parameters: SpotlightParameters, deps: SpotlightDeps): AskSpotlight {
  const { cache, clock = systemClock, delaySeconds = 0, warn } = deps;
  const inTurn = takeTurns();
  let [downUntil, readyAt] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let isDown = false;

  async function annotatePiece(text: string): Promise<readonly RemoteLink[] | undefined> {
    if (!/\p{L}/u.test(text)) return [];
    const known = readKept(await cache.get(JSON.stringify([parameters, text])), text);
    return known ?? inTurn(() => ask(text));
  }

  async function ask(text: string): Promise<readonly RemoteLink[] | undefined> {
    if (clock.now() < downUntil) return undefined;
    if (readyAt > clock.now()) await clock.sleep(readyAt - clock.now());
    try {
      const answer = await answerTo(text, parameters, deps);
      if (isDown) warn(`DBpedia Spotlight answers again: ${parameters.url}`);
      isDown = false;
      return answer;
    } catch (error) {
      downUntil = clock.now() + REST;
      if (!isDown)
        warn(
          `DBpedia Spotlight is down: ${messageOf(error)}; falling back to the next linker; retrying in one minute`,
        );
      isDown = true;
      return undefined;
    } finally {
      readyAt = clock.now() + delaySeconds * 1000;
    }
  }

  return async (text) => {
    const links: RemoteLink[] = [];
    for (const piece of textPieces(text, LONGEST_REQUEST)) {
      const found = await annotatePiece(piece.text);
      if (found === undefined) return undefined;
      for (const { begin, end, iri } of found)
        links.push({ begin: begin + piece.begin, end: end + piece.begin, iri });
    }
    return links;
  };
}

/** Sends a text. @returns undefined where the service refuses the text @throws Error when it is down */
async function answerTo(
  text: string,
  parameters: SpotlightParameters,
  { send, cache }: SpotlightDeps,
): Promise<readonly RemoteLink[] | undefined> {
  const { url: written, confidence } = parameters;
  const url = written.replace(/\/{0,9}(?:\/annotate)?$/u, '/annotate');
  const form = new URLSearchParams({ text, confidence: String(confidence) });
  const headers = { Accept: 'application/json', 'Content-Type': 'application/x-www-form-urlencoded' };
  const response = await send({ method: 'POST', url, headers, body: form.toString(), repeatable: true });
  if (REFUSALS.has(response.status)) return undefined;
  if (response.status !== 200) throw new Error(`${url} answered with status ${response.status}`);
  const links = readSpotlightAnswer(response.text, text);
  await cache.put(JSON.stringify([parameters, text]), response.text);
  return links;
}

/** Unreadable answers count as missing. */
function readKept(answer: string | undefined, text: string): readonly RemoteLink[] | undefined {
  try {
    return answer === undefined ? undefined : readSpotlightAnswer(answer, text);
  } catch {
    return undefined;
  }
}

/** A piece of a text with its start, in UTF-16 code units. */
interface TextPiece {
  readonly begin: number;
  readonly text: string;
}

/** Places to cut, best first: between paragraphs, lines, sentences, words. */
const CUTS = [/\n\s*\n/gu, /\n/gu, /[.!?…]['"”’)\]]*\s/gu, /\s/gu];

/**
 * Splits a text into pieces of limited length: between paragraphs if that leaves pieces of at least half the length,
 * else between lines, sentences, words, and within a word only as a last resort. The concatenated pieces are the
 * text.
 *
 * @param longest in UTF-16 code units, at least 2
 */
export function textPieces(text: string, longest: number): TextPiece[] {
  const pieces: TextPiece[] = [];
  let begin = 0;
  while (text.length - begin > longest) {
    const end = begin + cutWithin(text.slice(begin, begin + longest));
    pieces.push({ begin, text: text.slice(begin, end) });
    begin = end;
  }
  if (begin < text.length) pieces.push({ begin, text: text.slice(begin) });
  return pieces;
}

function cutWithin(window: string): number {
  for (const cut of CUTS) {
    const last = [...window.matchAll(cut)].at(-1);
    const end = last === undefined ? 0 : last.index + last[0].length;
    if (end >= window.length / 2) return end;
  }
  return cutAt(window, window.length);
}
