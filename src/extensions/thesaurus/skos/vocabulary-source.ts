import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { classifyFields } from '../../../app/settings/classify-settings.js';
import { defaultsOf } from '../../../app/settings/resolve.js';
import { FetchError, InputError, messageOf } from '../../../model/errors.js';
import type { FetchedResponse, Fetcher } from '../../../model/crawl-event.js';
import { given } from '../../../support/given.js';
import { makeTemporaryFolder } from '../../../support/files/temporary-folder.js';
import { isHtml, isSuccess } from '../../../support/text/content-type.js';
import { withoutCredentials } from '../../../support/without-credentials.js';
import { openFetcher } from '../../../web/http/open-fetcher.js';
import { isWebAddress } from '../../../support/parse-url.js';

/** Bytes of a vocabulary that is downloaded; a larger one can be downloaded by other means. */
const MAX_BYTES = 200_000_000;
const TIMEOUT_SECONDS = 120;
const ACCEPT =
  'text/turtle, application/n-triples;q=0.9, application/rdf+xml;q=0.8, application/ld+json;q=0.7, */*;q=0.1';

const ENDING_OF_TYPE: readonly (readonly [RegExp, string])[] = [
  [/turtle/, '.ttl'],
  [/n-triples|n-quads/, '.nt'],
  [/rdf\+xml|owl\+xml|(?:application|text)\/xml/, '.rdf'],
  [/json/, '.jsonld'],
];

/**
 * Has a vocabulary read from a file, which an address is downloaded to for that time.
 * @throws InputError when it cannot be downloaded
 */
export async function withFile<T>(
  source: string,
  read: (file: string) => Promise<T>,
  { fetcher, signal }: { readonly fetcher?: Fetcher; readonly signal?: AbortSignal } = {},
): Promise<T> {
  if (!isWebAddress(source)) return read(source);
  const folder = await makeTemporaryFolder('vocabulary');
  try {
    const file = path.join(folder.path, 'vocabulary');
    return await read(await download(source, file, fetcher, signal));
  } finally {
    await folder.remove();
  }
}

async function download(
  address: string,
  file: string,
  own: Fetcher | undefined,
  signal: AbortSignal | undefined,
): Promise<string> {
  const settings = { ...defaultsOf(classifyFields), timeout: TIMEOUT_SECONDS, maxBytes: MAX_BYTES };
  const network = own === undefined ? openFetcher(settings, [address]) : undefined;
  const shown = withoutCredentials(address);
  try {
    const fetcher = own ?? network;
    if (fetcher === undefined) throw new RangeError('no fetcher');
    const response = await fetcher.fetch(address, given({ accept: ACCEPT, signal }));
    if (!isSuccess(response.status))
      throw new InputError(`${shown} answered with HTTP status ${response.status}`, {
        hint: 'check the address, or download the vocabulary and give the file',
      });
    if (endingOf(response) === '' && isHtml(response))
      throw new InputError(`${shown} answered with a web page, and not with RDF`, {
        hint: 'give the address of the file itself, or download the vocabulary and give the file',
      });
    await writeFile(file + endingOf(response), response.body);
    return file + endingOf(response);
  } catch (error) {
    signal?.throwIfAborted();
    if (!(error instanceof FetchError)) throw error;
    throw new InputError(`${shown} cannot be downloaded: ${messageOf(error)}`, {
      hint: 'try again later, or download the vocabulary and give the file',
      cause: error,
    });
  } finally {
    network?.close();
  }
}

/** The ending by which a file is read: that of the address, else by the media type; empty where neither tells. */
function endingOf({ url, headers }: FetchedResponse): string {
  const { pathname } = new URL(url);
  const [, byName] = /\.(ttl|nt|rdf|xml|owl|jsonld|json)(?:\.gz|\.bz2)?$/i.exec(pathname) ?? [];
  if (byName !== undefined) return `.${byName.toLowerCase()}`;
  const type = headers['content-type'] ?? '';
  return ENDING_OF_TYPE.find(([kind]) => kind.test(type))?.[1] ?? '';
}
