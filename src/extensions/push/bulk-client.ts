import { z } from 'zod';
import { InputError } from '../../model/errors.js';
import type { EndpointResponse, SendToEndpoint } from '../../knowledge/endpoint/endpoint-request.js';
import type { Clock } from '../../support/time/clock.js';
import { retry } from '../../support/time/retry.js';
import type { Destination } from './destination.js';
import { MAPPINGS } from './push-documents.js';

/** One change of an index. */
export interface Change {
  readonly id: string;
  /** Of the page, for messages. */
  readonly url: string;
  /** The document as JSON, without line breaks; absent where it is deleted. */
  readonly source?: string;
}

/** A change that the server refused. */
export interface Refused {
  readonly url: string;
  readonly id: string;
  readonly status: number;
  readonly reason: string;
}

/** A client of the bulk interface of OpenSearch and Elasticsearch. All methods throw InputError for a server that fails. */
export interface BulkClient {
  /** Makes the index with its mapping where there is none. @returns whether it was made */
  createIfAbsent(): Promise<boolean>;
  /**
   * Sends changes together, in several requests where the server finds them too large. Those that it could not take for the
   * moment are sent again.
   * @returns those that it refused
   */
  send(changes: readonly Change[]): Promise<readonly Refused[]>;
}

/** What a client needs. */
export interface BulkSurroundings {
  readonly send: SendToEndpoint;
  readonly clock: Clock;
  readonly retries: number;
  readonly signal?: AbortSignal;
  readonly warn: (message: string) => void;
}

/** Statuses of single changes that the server could not take for the moment. */
const BUSY: ReadonlySet<number> = new Set([429, 503]);
/** Milliseconds before the first repetition of such changes; each further one waits four times as long. */
const FIRST_PAUSE = 500;
const PAUSE_GROWTH = 4;

const outcomeSchema = z.object({
  status: z.number(),
  error: z
    .union([z.string(), z.object({ type: z.string().optional(), reason: z.string().nullish() })])
    .optional(),
});
const answerSchema = z.object({ items: z.array(z.record(z.string(), outcomeSchema)) });

/** A client for one index. */
export function createBulkClient(
  { index, authorization }: Destination,
  around: BulkSurroundings,
): BulkClient {
  const request = (method: 'GET' | 'POST' | 'PUT', url: string, type: string, body?: string) =>
    around.send({
      ...{ method, url, body, repeatable: true },
      headers: {
        Accept: 'application/json',
        ...(body === undefined ? {} : { 'Content-Type': type }),
        ...(authorization === undefined ? {} : { Authorization: authorization }),
      },
    });
  const bulk = async (changes: readonly Change[]): Promise<readonly Outcome[]> => {
    const response = await request('POST', `${index}/_bulk`, 'application/x-ndjson', bodyOf(changes));
    if (response.status === 413 && changes.length > 1) {
      const middle = Math.ceil(changes.length / 2);
      return [...(await bulk(changes.slice(0, middle))), ...(await bulk(changes.slice(middle)))];
    }
    if (response.status === 413)
      return changes.map((change) => ({ change, status: 413, reason: 'too large' }));
    return outcomesOf(changes, response, `${index}/_bulk`);
  };
  return {
    async createIfAbsent() {
      const found = await request('GET', index, '');
      // Who may only write may not look.
      if (found.status === 200 || found.status === 403) return false;
      if (found.status !== 404) throw failure(index, found);
      const made = await request('PUT', index, 'application/json', JSON.stringify({ mappings: MAPPINGS }));
      if (made.status === 200) return true;
      // Another push was faster, or an answer was lost.
      if (made.status === 400 && made.text.includes('resource_already_exists_exception')) return false;
      throw failure(index, made);
    },
    async send(changes) {
      let waiting = changes;
      const refused: Refused[] = [];
      const attempt = async (): Promise<readonly Outcome[]> => {
        const outcomes = await bulk(waiting);
        const busy = outcomes.filter(({ status }) => BUSY.has(status));
        refused.push(...outcomes.filter((one) => !BUSY.has(one.status) && isRefused(one)).map(refusedOf));
        waiting = busy.map(({ change }) => change);
        return busy;
      };
      const { outcome: busy } = await retry(attempt, {
        ...around,
        busy: (left) =>
          left.length === 0
            ? undefined
            : {
                reason: `${left.length} of ${changes.length} pages not taken (status ${left[0]?.status})`,
                pause: undefined,
              },
        pause: (number) =>
          around.signal?.aborted === true ? undefined : FIRST_PAUSE * PAUSE_GROWTH ** number,
        onRetry: (reason, pause) =>
          around.warn(`${index}: ${reason}; sent again in ${(pause / 1000).toFixed(1)} s`),
      });
      return [...refused, ...busy.map(refusedOf)];
    },
  };
}

interface Outcome {
  readonly change: Change;
  readonly status: number;
  readonly reason?: string;
}

/** A deleted document that is not there is what was wanted. */
function isRefused({ change, status }: Outcome): boolean {
  return status >= 300 && !(change.source === undefined && status === 404);
}

function refusedOf({ change: { url, id }, status, reason = 'no reason given' }: Outcome): Refused {
  return { url, id, status, reason };
}

/** Newline-delimited JSON, with a line feed at the end. */
function bodyOf(changes: readonly Change[]): string {
  return changes
    .map(({ id, source }) =>
      source === undefined
        ? `${JSON.stringify({ delete: { _id: id } })}\n`
        : `${JSON.stringify({ index: { _id: id } })}\n${source}\n`,
    )
    .join('');
}

/** The outcome of each change: the items of an answer are in the order of the request. */
function outcomesOf(changes: readonly Change[], response: EndpointResponse, url: string): readonly Outcome[] {
  if (response.status !== 200) throw failure(url, response);
  const items = itemsOf(response.text);
  if (items?.length !== changes.length)
    throw new InputError(`${url} gave no answer of the bulk interface`, {
      hint: 'is it the index of an OpenSearch or Elasticsearch server?',
    });
  return changes.map((change, place) => {
    const [outcome = { status: 500 }] = Object.values(items[place] ?? {});
    return { change, status: outcome.status, reason: reasonOf(outcome.error) };
  });
}

function itemsOf(text: string): z.output<typeof answerSchema>['items'] | undefined {
  try {
    return answerSchema.parse(JSON.parse(text)).items;
  } catch {
    return undefined;
  }
}

function reasonOf(error: z.output<typeof outcomeSchema>['error']): string | undefined {
  if (typeof error === 'string' || error === undefined) return error;
  return [error.type, error.reason].filter((part) => part != null && part !== '').join(': ');
}

/** Characters of an answer that are shown. */
const MOST_SHOWN = 300;

function failure(url: string, { status, text }: EndpointResponse): InputError {
  const shown = text.replaceAll(/\s+/g, ' ').trim().slice(0, MOST_SHOWN);
  return new InputError(`${url} answered with status ${status}${shown === '' ? '' : `: ${shown}`}`, {
    hint:
      status === 401 || status === 403
        ? 'set SFWC_PUSH_USER and SFWC_PUSH_PASSWORD, or SFWC_PUSH_TOKEN, for an account that may write to the index'
        : 'push again when the server is well: what it has is not sent again',
  });
}
