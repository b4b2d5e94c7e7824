import { resolve } from 'node:path';
import type { CrawlSettings } from '../../../app/settings/crawl-settings.js';
import type { Fetcher } from '../../../model/crawl-event.js';
import { InputError, UsageError } from '../../../model/errors.js';
import type { Logger } from '../../../support/logger.js';
import type { Clock } from '../../../support/time/clock.js';
import { isWebAddress, parseUrl } from '../../../support/parse-url.js';
import { withoutCredentials } from '../../../support/without-credentials.js';
import { openFetcher } from '../../../web/http/open-fetcher.js';
import { createArchiveRequests, type ArchiveRequests } from './archive-requests.js';
import { createCapturesFetcher } from './captures-fetcher.js';
import { openCaptureStore, type CaptureStore } from './capture-store.js';
import { captureFromRecords, type BringCapture } from './captured-response.js';
import type { CaptureIndex } from './capture-index.js';
import { createCdxIndex } from './cdx-index.js';
import { captureFiles, openFolderIndex } from './folder-index.js';
import { timeWish, type TimeWish } from './period.js';
import { recordsAt, recordsInFolder } from './record-bytes.js';
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
  const { captures: place = '', warcBase = '', delay: delaySeconds } = settings;
  const { retries, maxBytes } = settings;
  const named = [place, warcBase].filter(isWebAddress);
  const network = openFetcher(settings, named);
  const manners = { fetcher: instead ?? network, clock, logger, delaySeconds, retries };
  const requests = createArchiveRequests(named[0] ?? place, manners);
  let store: CaptureStore | undefined;
  const close = async (): Promise<void> => {
    network.close();
    await store?.close();
  };
  try {
    const opened = await openArchive(settings, wish, requests);
    store = await openCaptureStore(out, opened.about, logger);
    const index = await opened.index({ store, clock, logger, requests, wish });
    const bring = opened.bring(index);
    const fetcher = createCapturesFetcher({ index, bring, wish, maxBytes });
    return { fetcher, close };
  } catch (thrown) {
    await close();
    throw thrown;
  }
}

function openArchive(
  settings: CrawlSettings,
  wish: TimeWish,
  requests: ArchiveRequests,
): Promise<OpenedArchive> {
  return isWebAddress(settings.captures ?? '')
    ? openServerIndex(settings, wish, requests)
    : openFolder(settings, requests);
}

/** An archive that was found to be one. */
interface OpenedArchive {
  /** Settings on which the answers in the store depend. */
  readonly about: string;
  readonly index: (
    parts: Parameters<typeof createCdxIndex>[1] & IndexParts,
  ) => CaptureIndex | Promise<CaptureIndex>;
  readonly bring: (index: CaptureIndex) => BringCapture;
}

type IndexParts = Parameters<typeof openFolderIndex>[3];

/** @throws InputError where the server does not list its collections; UsageError for collections that it does not have */
async function openServerIndex(
  settings: CrawlSettings,
  wish: TimeWish,
  requests: ArchiveRequests,
): Promise<OpenedArchive> {
  const { captures: place = '', collections, warcBase, maxBytes } = settings;
  const endpoints = await openServer(place, collections, wish, requests);
  const archive = withoutCredentials(place);
  const base = warcBase ?? warcBaseOf(place);
  const replay = base === undefined ? replayBase(place) : undefined;
  if (base === undefined && replay === undefined)
    throw new UsageError(`it is not known where the WARC files of ${archive} are`, {
      hint: 'give their URL or folder with --set warcBase=…',
    });
  return {
    about: JSON.stringify([archive, endpoints.map(({ address }) => withoutCredentials(address)), wish]),
    index: (parts) => createCdxIndex(endpoints, parts),
    bring: (index) =>
      base === undefined
        ? captureByReplay(replay ?? '', archive, requests, maxBytes)
        : captureFromRecords({ archive, index, readBytes: recordsBelow(base, requests), maxBytes }),
  };
}

/** @throws InputError where the folder holds no captures */
async function openFolder(settings: CrawlSettings, requests: ArchiveRequests): Promise<OpenedArchive> {
  const { captures: place = '', collections, warcBase, maxBytes } = settings;
  if (collections.length > 0)
    throw new UsageError('collections does not apply to a folder', {
      hint: 'name the folder of the collection',
    });
  const folder = resolve(place);
  const files = await captureFiles(folder);
  return {
    about: JSON.stringify([folder, files.map(({ version }) => version)]),
    index: (parts) => openFolderIndex(folder, files, warcBase === undefined, parts),
    bring: (index) =>
      captureFromRecords({
        archive: folder,
        index,
        readBytes: recordsBelow(warcBase ?? folder, requests),
        maxBytes,
      }),
  };
}

function recordsBelow(base: string, requests: ArchiveRequests): ReturnType<typeof recordsAt> {
  if (!isWebAddress(base)) return recordsInFolder(resolve(base));
  if (parseUrl(base) === undefined) throw new InputError(`${base} is not a web address`);
  return recordsAt(base, requests);
}
