import type { FetchedResponse, Fetcher } from '../../../model/crawl-event.js';
import { FetchError, InputError, messageOf, ServiceError } from '../../../model/errors.js';
import type { Logger } from '../../../support/logger.js';
import { takeTurns } from '../../../support/take-turns.js';
import type { Clock } from '../../../support/time/clock.js';
import { withoutCredentials } from '../../../support/without-credentials.js';
import { busyReading, createPatientAsker, type PatientRequest } from '../../../web/http/patient-requests.js';

/**
 * A request to an archive.
 * @throws FetchError when this request gets no answer; ServiceError when the archive does not answer any more; Interrupted
 */
export type AskArchive = (url: string, request?: PatientRequest) => Promise<FetchedResponse>;

/** Parameters of requests to an archive. */
export interface ArchiveManners {
  readonly fetcher: Fetcher;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Seconds between the end of a request and the next one. */
  readonly delaySeconds: number;
  readonly retries: number;
}

/** So many requests in a row without an answer, retries included in each, mean that the archive is away. */
const MAX_UNANSWERED = 3;

/** A redirect, which is an answer. */
class Redirected extends Error {}

/** True if a server answers at all: then a request without an answer is the fault of its address. @throws Interrupted */
async function answers(root: string, ask: AskArchive): Promise<boolean> {
  const onRedirect = (): void => {
    throw new Redirected();
  };
  try {
    await ask(root, { onRedirect, wantBody: () => false });
    return true;
  } catch (thrown) {
    if (thrown instanceof InputError || thrown instanceof Redirected) return thrown instanceof Redirected;
    throw thrown;
  }
}

/**
 * One queue for all requests to the archive at this address, with pauses. A request that gets no answer fails alone if its server
 * answers at its root; else the archive is away, and so it is after several such requests in a row.
 */
export function createArchiveRequests(
  address: string,
  { fetcher, clock, logger, delaySeconds, retries }: ArchiveManners,
): AskArchive {
  const ask = createPatientAsker(
    {
      ...{ service: withoutCredentials(address), fetcher, clock, delaySeconds, retries },
      accept: 'application/json,text/x-ndjson;q=0.9,*/*;q=0.5',
      hint: 'check captures and warcBase',
      warn: (message) => logger.warn(message),
    },
    (response: FetchedResponse) => busyReading(response, clock) ?? { answer: response },
  );
  const inTurn = takeTurns();
  let unanswered = 0;
  return (url, request) =>
    inTurn(async () => {
      try {
        const response = await ask(url, request);
        unanswered = 0;
        return response;
      } catch (thrown) {
        if (!(thrown instanceof InputError)) throw thrown;
        const cause = thrown.cause instanceof FetchError ? thrown.cause : undefined;
        if (cause?.failure === 'too-large') throw cause;
        unanswered += 1;
        if (unanswered < MAX_UNANSWERED && (await answers(new URL('/', url).href, ask)))
          throw new FetchError(cause?.failure ?? 'network', url, messageOf(thrown), { cause: thrown });
        throw new ServiceError('unavailable', `the archive does not answer: ${messageOf(thrown)}`, {
          hint: 'continue later with sfwc crawl --resume; nothing is lost',
          cause: thrown,
        });
      }
    });
}
