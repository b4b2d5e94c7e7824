import { createHmac } from 'node:crypto';
import { BUSY_STATUSES, createPatientAsker } from '../../web/http/patient-requests.js';
import type { FetchedResponse, Fetcher } from '../../model/crawl-event.js';
import { FetchError, InputError } from '../../model/errors.js';
import type { RoundReport } from './round-report.js';
import type { Clock } from '../../support/time/clock.js';
import { retryAfter } from '../../support/time/retry-after.js';
import { withoutCredentials } from '../../support/without-credentials.js';

/** How a webhook is called. */
export interface WebhookOptions {
  readonly fetcher: Fetcher;
  readonly clock: Clock;
  /** Key that requests are signed with. Default: they are not signed. */
  readonly secret: string | undefined;
  readonly signal?: AbortSignal;
  readonly warn: (message: string) => void;
}

/** Attempts after the first: 15 seconds in all. */
const RETRIES = 4;

/** The value of the header `X-Sfwc-Signature`: HMAC with SHA-256 of the body, hexadecimal. */
export function signatureOf(body: string, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}

/**
 * Sends the report of a round by POST. The header `X-Sfwc-Delivery` names the round, so that a receiver can tell what it got
 * twice.
 * @throws InputError when it is not accepted, after retries; Interrupted
 */
export async function callWebhook(url: string, report: RoundReport, options: WebhookOptions): Promise<void> {
  const { fetcher, secret, clock, signal, warn } = options;
  const body = JSON.stringify(report);
  const headers = {
    'Content-Type': 'application/json',
    'X-Sfwc-Delivery': `${report.collection}/${report.round}`,
    ...(secret === undefined ? {} : { 'X-Sfwc-Signature': signatureOf(body, secret) }),
  };
  const service = withoutCredentials(url);
  const ask = createPatientAsker(
    {
      ...{ service, fetcher, clock, signal, warn },
      delaySeconds: 0,
      retries: RETRIES,
      accept: '*/*',
      hint: 'check the address of the webhook',
    },
    (response) => readAnswer(response, clock),
  );
  await ask(url, {
    post: { body, headers },
    wantBody: () => false,
    onRedirect: (target) => {
      // A body with a signature goes nowhere but where the user sent it.
      throw new FetchError('network', url, `redirects to ${target}, which webhooks do not follow`);
    },
  });
}

function readAnswer({ status, headers }: FetchedResponse, clock: Clock) {
  if (status >= 200 && status < 300) return { answer: status };
  const reason = `HTTP status ${status}`;
  if (BUSY_STATUSES.has(status))
    return { busy: { reason, pause: retryAfter(headers['retry-after'], clock) } };
  throw new InputError(`it answered with ${reason}`);
}
