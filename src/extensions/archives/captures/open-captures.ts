import type { CrawlSettings } from '../../../app/settings/crawl-settings.js';
import type { Fetcher } from '../../../model/crawl-event.js';
import { InputError, UsageError } from '../../../model/errors.js';
import type { Logger } from '../../../support/logger.js';
import type { Clock } from '../../../support/time/clock.js';
import { isWebAddress } from '../../../support/parse-url.js';
import { withoutCredentials } from '../../../support/without-credentials.js';
import { openFetcher } from '../../../web/http/open-fetcher.js';
import { createArchiveRequests, type ArchiveRequests } from './archive-requests.js';
import { createCapturesFetcher } from './captures-fetcher.js';
import { openCaptureStore, type CaptureStore } from './capture-store.js';
import { captureFromRecords, type BringCapture } from './captured-response.js';
import type { CaptureIndex } from './capture-index.js';
import { createCdxIndex } from './cdx-index.js';
import { timeWish } from './period.js';
import { recordsAt } from './record-bytes.js';
import { captureByReplay } from './replayed-capture.js';
import { openServer, replayBase, warcBaseOf } from './servers.js';

/** Services of captures. */
interface CapturesParts {
  /** Takes the place of the network. */
  readonly instead: Fetcher | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The folder of the crawl. */
  readonly out: string;
}

/**
 * Opens the captures of an archive, which a crawl requests instead of pages of hosts.
 * @throws InputError when the archive does not answer or is none; UsageError; OutputError
 */
export async function openCaptures(
  settings: CrawlSettings,
  { instead, clock, logger, out }: CapturesParts,
): Promise<{ readonly fetcher: Fetcher; close(): Promise<void> }> {
  const wish = timeWish(settings);
  if (wish.from !== undefined && wish.to !== undefined && wish.from > wish.to)
    throw new UsageError('from is after to');
  const { captures: place = '', warcBase, delay: delaySeconds, retries, maxBytes } = settings;
  const other = [place, warcBase ?? place].find((address) => !isWebAddress(address));
  if (other !== undefined)
    throw new InputError(`${other} is not a web address`, {
      hint: 'give the URL of a CDX server; WARC files on this machine are crawled with --web',
    });
  const network = openFetcher(settings, [place, warcBase ?? place]);
  const fetcher = instead ?? network;
  const requests = createArchiveRequests(place, { fetcher, clock, logger, delaySeconds, retries });
  let store: CaptureStore | undefined;
  const close = async (): Promise<void> => {
    network.close();
    await store?.close();
  };
  try {
    const bringBy = bringing(settings, requests);
    const endpoints = await openServer(place, wish, requests);
    const addresses = [place, ...endpoints.map(({ address }) => address)].map(withoutCredentials);
    store = await openCaptureStore(out, JSON.stringify([addresses, wish]), logger);
    const index = createCdxIndex(endpoints, { store, clock, requests, wish });
    return { fetcher: createCapturesFetcher({ index, bring: bringBy(index), wish, maxBytes }), close };
  } catch (thrown) {
    await close();
    throw thrown;
  }
}

/** The way in which captures are brought: out of WARC files, or as the archive replays them. @throws UsageError */
function bringing(
  { captures: place = '', warcBase, maxBytes }: CrawlSettings,
  requests: ArchiveRequests,
): (index: CaptureIndex) => BringCapture {
  const archive = withoutCredentials(place);
  const base = warcBase ?? warcBaseOf(place);
  if (base !== undefined)
    return (index) => captureFromRecords({ archive, index, readBytes: recordsAt(base, requests), maxBytes });
  const replay = replayBase(place);
  if (replay !== undefined) return () => captureByReplay(replay, archive, requests, maxBytes);
  throw new UsageError(`it is not known where the WARC files of ${archive} are`, {
    hint: 'give their URL with --set warcBase=…',
  });
}
