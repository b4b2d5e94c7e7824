import type { Context, Hono } from 'hono';
import { loadPort } from '../../judging/plugins/load-port.js';
import type {
  ReconciliationAnswer,
  ReconciliationRequest,
  ReconciliationService,
} from '../../judging/plugins/reconciliation-port.js';
import { UsageError } from '../../model/errors.js';
import { sentenceOf } from '../../support/text/sentence.js';
import { Problem } from './problem.js';
import { readBody } from './request-body.js';
import { essence } from './result-formats.js';
import { answer, type Service } from './service.js';
import { oncePerVersion, servedStore } from './served-store.js';
import { FORM } from './sparql-request.js';

/** Where the Reconciliation API is. */
export const RECONCILE_PATH = '/reconcile';

/** Bytes of a form: a batch of 50 queries with long texts. */
const MOST_BYTES = 1_000_000;

/** The pages are shown in frames of a client, and have neither scripts nor styles. */
const PAGE_POLICY = { 'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'" };

/** Adds the Reconciliation API over all topics that are served. Entities are read with the first request, and again after changes. */
export function addReconcileRoutes(app: Hono, { pool }: Service): void {
  const service = oncePerVersion(pool, async () =>
    (await loadPort('reconciliation')).open(servedStore(pool)),
  );
  for (const path of [RECONCILE_PATH, `${RECONCILE_PATH}/*`])
    app.on(['GET', 'POST'], path, async (context) => reconcile(context, await service()));
}

async function reconcile(context: Context, service: ReconciliationService): Promise<Response> {
  const url = new URL(context.req.url);
  const path = url.pathname.slice(RECONCILE_PATH.length).replace(/\/$/, '');
  const parameters = await parametersOf(context, url);
  const address = `${url.origin}${RECONCILE_PATH}`;
  const found = answerOf(service, { path, parameters, address });
  if (found === undefined)
    throw new Problem(404, `there is no ${url.pathname} in the Reconciliation API 0.2`);
  return found.type === 'json'
    ? answer(found.body, 'application/json; charset=utf-8')
    : answer(found.body, 'text/html; charset=utf-8', PAGE_POLICY);
}

/** @throws Problem 400 for a malformed request */
function answerOf(
  service: ReconciliationService,
  request: ReconciliationRequest,
): ReconciliationAnswer | undefined {
  try {
    return service(request);
  } catch (error) {
    throw error instanceof UsageError ? new Problem(400, sentenceOf(error)) : error;
  }
}

/** Those of the address, and those of a form. @throws Problem 415 for other bodies, 413 for long ones */
async function parametersOf(context: Context, url: URL): Promise<URLSearchParams> {
  if (context.req.method !== 'POST') return url.searchParams;
  const type = essence(context.req.header('content-type') ?? '');
  if (type !== FORM)
    throw new Problem(415, `${type === '' ? 'no content type' : type}: supported is ${FORM}`);
  const body = await readBody(context, { bytes: MOST_BYTES });
  const text = new TextDecoder().decode(body);
  return new URLSearchParams([...url.searchParams, ...new URLSearchParams(text)]);
}
