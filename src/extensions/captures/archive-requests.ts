import type { FetchedResponse, Fetcher } from '../../model/crawl-event.js';
import { FetchError, InputError, messageOf, ServiceError } from '../../model/errors.js';
import type { Logger } from '../../support/logger.js';
import { takeTurns } from '../../support/take-turns.js';
import type { Clock } from '../../support/time/clock.js';
import { withoutCredentials } from '../../support/without-credentials.js';
import { busyReading, createPatientAsker, type PatientRequest } from '../../web/http/patient-requests.js';

/** Requests to an archive: one after the other, with pauses. */
export interface ArchiveRequests {
  /**
   * @throws FetchError when this request gets no answer; ServiceError when the archive does not answer any more;
   *   Interrupted
   */
  ask(url: string, request?: PatientRequest): Promise<FetchedResponse>;
}

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
const MOST_UNANSWERED = 3;

/** One queue for all requests to the archive at this address. */
export function createArchiveRequests(
  address: string,
  { fetcher, clock, logger, delaySeconds, retries }: ArchiveManners,
): ArchiveRequests {
  const service = withoutCredentials(address);
  const ask = createPatientAsker(
    {
      ...{ service, fetcher, clock, delaySeconds, retries },
      accept: 'application/json,text/x-ndjson;q=0.9,*/*;q=0.5',
      hint: 'check --captures and --warc-base',
      warn: (message) => logger.warn(message),
    },
    (response: FetchedResponse) => busyReading(response, clock) ?? { answer: response },
  );
  const inTurn = takeTurns();
  let unanswered = 0;
  return {
    ask: (url, request) =>
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
          if (unanswered < MOST_UNANSWERED)
            throw new FetchError(cause?.failure ?? 'network', url, messageOf(thrown), { cause: thrown });
          throw new ServiceError('unavailable', `the archive does not answer: ${messageOf(thrown)}`, {
            hint: 'continue later with sfwc crawl --resume; nothing is lost',
            cause: thrown,
          });
        }
      }),
  };
}
