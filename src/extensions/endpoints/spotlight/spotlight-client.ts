import { messageOf } from '../../../model/errors.js';
import type { SpotlightParameters } from '../../../model/spotlight.js';
import { takeTurns } from '../../../support/take-turns.js';
import { systemClock, type Clock } from '../../../support/time/clock.js';
import type { AnswerCache } from '../../../support/files/answer-cache.js';
import type { RemoteLink } from '../../../model/noun.js';
import { NoSpotlightAnswer, readSpotlightAnswer } from './spotlight-answer.js';
import { textPieces } from './text-pieces.js';
import { endRun } from '../../../support/text/ends.js';

/** Sends a form, with retries; throws when there is no response. */
export type SendForm = (request: {
  readonly method: 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly repeatable: boolean;
}) => Promise<{ readonly status: number; readonly text: string }>;

/** The environment of a client. */
export interface SpotlightDeps {
  readonly send: SendForm;
  readonly cache?: AnswerCache;
  readonly clock?: Clock;
  /** Seconds between the end of one request and the next. */
  readonly delaySeconds?: number;
  /** Called once when the service goes down and when it is back. */
  readonly warn?: (message: string) => void;
}

/** A client of DBpedia Spotlight. */
export interface SpotlightClient {
  /**
   * The links of a text, in order, without overlap; undefined when the service is down.
   * @param text offsets count its UTF-16 code units
   */
  readonly annotate: (text: string) => Promise<readonly RemoteLink[] | undefined>;
}

/** Longest text per request in UTF-16 code units; servers truncate or refuse longer ones. */
export const LONGEST_REQUEST = 6000;
/** Time for which a service that is down is not contacted, in milliseconds. */
const REST = 60_000;
/** Statuses that concern only the text. */
const REFUSALS: ReadonlySet<number> = new Set([400, 413, 414, 422]);

/** A service, and how it stands. */
interface Service {
  readonly url: string;
  readonly parameters: SpotlightParameters;
  readonly deps: SpotlightDeps;
  readonly clock: Clock;
  readonly inTurn: ReturnType<typeof createTurns>;
  isDown: boolean;
  /** Time at which it is contacted again, by the clock. */
  downUntil: number;
  refusalTold: boolean;
}

/**
 * A client of DBpedia Spotlight (Mendes, Jakob, García-Silva, Bizer 2011; Daiber et al. 2013): one request at a time,
 * with a pause in between; long texts in pieces; answers are cached. A text with a piece without answer has none, so
 * that the next linkers read the whole text. A service that is down is tried again after a minute.
 */
export function createSpotlightClient(parameters: SpotlightParameters, deps: SpotlightDeps): SpotlightClient {
  const { clock = systemClock, delaySeconds = 0 } = deps;
  const service: Service = {
    url: `${parameters.url.slice(0, endRun(parameters.url, /\//)).replace(/\/annotate$/u, '')}/annotate`,
    ...{ parameters, deps, clock, inTurn: createTurns(clock, delaySeconds * 1000) },
    ...{ isDown: false, downUntil: Number.NEGATIVE_INFINITY, refusalTold: false },
  };
  return {
    annotate: async (text) => {
      const links: RemoteLink[] = [];
      for (const piece of textPieces(text, LONGEST_REQUEST)) {
        const found = await annotatePiece(piece.text, service);
        if (found === undefined) return undefined;
        for (const { begin, end, iri } of found) {
          links.push({ begin: begin + piece.begin, end: end + piece.begin, iri });
        }
      }
      return links;
    },
  };
}

async function annotatePiece(text: string, service: Service): Promise<readonly RemoteLink[] | undefined> {
  if (!/\p{L}/u.test(text)) return [];
  const { url, parameters, deps, clock, inTurn } = service;
  const kept = await deps.cache?.get(keyOf(url, parameters, text));
  const known = kept === undefined ? undefined : readKept(kept, text);
  if (known !== undefined || clock.now() < service.downUntil) return known;
  return inTurn(() => ask(text, service));
}

async function ask(text: string, service: Service): Promise<readonly RemoteLink[] | undefined> {
  const { url, parameters, deps, clock } = service;
  const { send, cache, warn = () => undefined } = deps;
  if (clock.now() < service.downUntil) return undefined;
  try {
    const body = formOf(text, parameters);
    const headers = { Accept: 'application/json', 'Content-Type': 'application/x-www-form-urlencoded' };
    const { status, text: answer } = await send({ method: 'POST', url, headers, body, repeatable: true });
    if (REFUSALS.has(status)) {
      if (!service.refusalTold)
        warn(`${url} refused a text with status ${status}; the next linker serves for it`);
      service.refusalTold = true;
      return undefined;
    }
    if (status !== 200) {
      goDown(`${url} answered with status ${status}`, service);
      return undefined;
    }
    const links = readSpotlightAnswer(answer, text);
    if (service.isDown) warn(`DBpedia Spotlight answers again: ${url}`);
    service.isDown = false;
    await cache?.put(keyOf(url, parameters, text), answer);
    return links;
  } catch (error) {
    goDown(error instanceof NoSpotlightAnswer ? `${url}: ${error.message}` : messageOf(error), service);
    return undefined;
  }
}

function goDown(reason: string, service: Service): void {
  service.downUntil = service.clock.now() + REST;
  if (!service.isDown)
    service.deps.warn?.(
      `DBpedia Spotlight is down: ${reason}; falling back to the next linker; retrying in one minute`,
    );
  service.isDown = true;
}

/** Cached answers may be outdated; unreadable ones count as missing. */
function readKept(answer: string, text: string): readonly RemoteLink[] | undefined {
  try {
    return readSpotlightAnswer(answer, text);
  } catch {
    return undefined;
  }
}

function formOf(text: string, { confidence, support, types, policy }: SpotlightParameters): string {
  const form = new URLSearchParams({ text, confidence: String(confidence), support: String(support) });
  if (types.length > 0) {
    form.set('types', types.join(','));
    form.set('policy', policy);
  }
  return form.toString();
}

function keyOf(
  url: string,
  { confidence, support, types, policy }: SpotlightParameters,
  text: string,
): string {
  return JSON.stringify([url, confidence, support, types, policy, text]);
}

/** Runs one action at a time, each at least `pause` milliseconds after the end of the one before. */
function createTurns(clock: Clock, pause: number): <T>(act: () => Promise<T>) => Promise<T> {
  const inTurn = takeTurns();
  let readyAt = Number.NEGATIVE_INFINITY;
  return (act) =>
    inTurn(async () => {
      const wait = readyAt - clock.now();
      if (wait > 0) await clock.sleep(wait);
      return act().finally(() => {
        readyAt = clock.now() + pause;
      });
    });
}
