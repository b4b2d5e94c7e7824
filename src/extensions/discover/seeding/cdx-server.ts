import { createPatientAsker, busyReading, type PatientOptions } from '../../../web/http/patient-requests.js';
import type { FetchedResponse } from '../../../model/crawl-event.js';
import { InputError } from '../../../model/errors.js';
import { isSuccess } from '../../../support/text/content-type.js';
import { withoutCredentials } from '../../../support/without-credentials.js';
import { parseUrl } from '../../../support/parse-url.js';
import { readCdx, readCollections, readPageCount, type CdxPart } from '../../../web/archive/cdx-answers.js';
import type { CdxQuery } from './cdx-pattern.js';

/** How a CDX server is queried. */
export type CdxOptions = Omit<PatientOptions, 'service' | 'accept' | 'hint'> & {
  /**
   * Wayback's server (`…/cdx/search/cdx`), an index of Common Crawl or pywb (`…/CC-MAIN-2025-05-index`), or the place of
   * the indexes of Common Crawl (`https://index.commoncrawl.org/`), whose newest is queried.
   */
  readonly address: string;
};

/** Captures in one part of an answer. */
const PART = 1000;
/** The largest number of parts that are requested for one pattern. */
const MOST_PARTS = 5;
const HINT = 'check --cdx: it is the URL of a CDX server, such as https://web.archive.org/cdx/search/cdx';

/**
 * Asks a CDX server for the addresses of HTML pages that it has captured with status 200: the API of Wayback, or that of
 * pywb and Common Crawl. Answers are read in parts, at most {@link MOST_PARTS}.
 * @returns each address once, in the order of the server
 * @throws InputError when it does not answer, or not as a CDX server; Interrupted
 */
export async function capturedUrls(query: CdxQuery, options: CdxOptions): Promise<readonly string[]> {
  const ask = createAsker(options);
  const { address } = options;
  const parts = /\/cdx\/search\b/.test(address)
    ? waybackParts(address, query, ask)
    : indexParts(await indexAddress(address, ask), query, ask);
  const urls = new Set<string>();
  for await (const part of parts) for (const { url } of part.captures) if (query.fits(url)) urls.add(url);
  return [...urls];
}

type Ask = (url: string) => Promise<FetchedResponse>;

function createAsker(options: CdxOptions): Ask {
  const { address, clock } = options;
  const service = withoutCredentials(address);
  const asked = { ...options, service, accept: 'application/json,text/x-ndjson;q=0.9,*/*;q=0.1', hint: HINT };
  return createPatientAsker(asked, (response) => busyReading(response, clock) ?? { answer: response });
}

async function* waybackParts(address: string, query: CdxQuery, ask: Ask): AsyncGenerator<CdxPart> {
  let resumeKey: string | undefined;
  for (let part = 0; part < MOST_PARTS; part += 1) {
    const read = partOf(
      await ask(
        withParameters(address, [
          ...asParameters(query),
          ['fl', 'original'],
          ['filter', 'statuscode:200'],
          ['filter', 'mimetype:text/html'],
          ['collapse', 'urlkey'],
          ['showResumeKey', 'true'],
          ...(resumeKey === undefined ? [] : ([['resumeKey', resumeKey]] as const)),
        ]),
      ),
      address,
    );
    yield read;
    if (read.resumeKey === undefined || read.resumeKey === resumeKey) return;
    resumeKey = read.resumeKey;
  }
}

async function* indexParts(address: string, query: CdxQuery, ask: Ask): AsyncGenerator<CdxPart> {
  const wanted = [
    ...asParameters(query),
    ['fl', 'url'],
    ['filter', '=status:200'],
    ['filter', 'mime:html'],
  ] as const;
  const counted = await ask(withParameters(address, [...wanted, ['showNumPages', 'true']]));
  const pages = isSuccess(counted.status) ? readPageCount(textOf(counted)) : undefined;
  if (pages === undefined) {
    yield partOf(await ask(withParameters(address, wanted)), address);
    return;
  }
  for (let page = 0; page < Math.min(pages, MOST_PARTS); page += 1)
    yield partOf(await ask(withParameters(address, [...wanted, ['page', String(page)]])), address);
}

/** The index that an address stands for. @throws InputError for a list of indexes that is none or leads elsewhere */
async function indexAddress(address: string, ask: Ask): Promise<string> {
  const url = parseUrl(address);
  if (url === undefined || !/^\/(?:collinfo\.json)?$/.test(url.pathname)) return address;
  const response = await ask(new URL('/collinfo.json', url).href);
  const [newest] = isSuccess(response.status) ? readCollections(textOf(response)) : [];
  const index = newest === undefined ? undefined : parseUrl(newest.index, address);
  // What the user named may be asked wherever it is, but it does not say who else is.
  if (index?.host === url.host) return index.href;
  throw new InputError(`${withoutCredentials(address)} does not name an index of its own in /collinfo.json`, {
    hint: HINT,
  });
}

function asParameters({ url, matchType }: CdxQuery): readonly (readonly [string, string])[] {
  return [
    ['url', url],
    ['matchType', matchType],
    ['output', 'json'],
    ['limit', String(PART)],
  ];
}

function withParameters(address: string, parameters: readonly (readonly [string, string])[]): string {
  const url = new URL(address);
  for (const [name, value] of parameters) url.searchParams.append(name, value);
  return url.href;
}

/** @throws InputError for what is not an answer of a CDX server */
function partOf(response: FetchedResponse, address: string): CdxPart {
  const { status } = response;
  // Common Crawl answers so where there are no captures.
  if (status === 404) return { captures: [] };
  const part = isSuccess(status) ? readCdx(textOf(response)) : undefined;
  if (part !== undefined) return part;
  const what = isSuccess(status) ? 'something else than captures in JSON' : `status ${status}`;
  throw new InputError(`${withoutCredentials(address)} answers with ${what}`, { hint: HINT });
}

function textOf({ body }: FetchedResponse): string {
  return new TextDecoder().decode(body);
}
