import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { fillBag, type BaggedFile, type BagSize, type CopiedFile } from './collection/bag.js';
import { isCrawlRunning } from '../../crawling/store/crawl-store.js';
import { crawlDescribed } from '../../app/crawl/accepted-pages.js';
import { InputError } from '../../model/errors.js';
import { untilAborted } from '../../support/interruptible.js';
import { checkArguments } from '../../support/check-arguments.js';
import { packageVersion } from '../../support/package-version.js';
import { systemClock, type Clock } from '../../support/time/clock.js';
import { pointInTime } from '../../support/time/point-in-time.js';
import { jsonFile } from '../../support/files/replace-file.js';
import { readDescription } from '../../crawling/store/crawl-description.js';
import { makeFolder } from './new-folder.js';
import { partsOfCrawl } from './research/crawl-parts.js';
import { RO_CRATE, roCrate } from './research/ro-crate.js';

/** What was put into a bag. */
export interface BagReport extends BagSize {
  /** The folder. */
  readonly folder: string;
}

const beginSchema = z.object({ startedAt: pointInTime.optional() });

/** What belongs to a running process and not to the crawl. */
const LEFT_OUT = /^(?:.*\.lock|.*\.partial-\d+)$/;

/**
 * Puts all files of a crawl that is not running into a new bag (BagIt, RFC 8493), for archives: copies with checksums. Links to
 * other places are not followed. Its payload is an RO-Crate.
 *
 * @param to the folder of the bag: not in that of the crawl
 * @param surroundings.signal stops it; no bag is left behind
 * @throws InputError when the folder is not of a crawl, the crawl is running, or `to` is not empty; OutputError
 */
export async function bagCrawl(
  out: string,
  to: string,
  surroundings: { readonly clock?: Clock; readonly signal?: AbortSignal } = {},
): Promise<BagReport> {
  checkArguments('bagCrawl', {
    out: [out, 'string'],
    to: [to, 'string'],
    surroundings: [surroundings, 'object'],
  });
  const { clock = systemClock, signal } = surroundings;
  const { crawl, topics } = await crawlDescribed(out);
  if (isCrawlRunning(out))
    throw new InputError(`the crawl in ${out} is running`, { hint: `stop it first: sfwc steer ${out} stop` });
  if (`${path.resolve(to)}${path.sep}`.startsWith(`${path.resolve(out)}${path.sep}`))
    throw new InputError(`${to} is in the folder of the crawl`, { hint: 'name a folder outside of it' });
  const madeAt = new Date(clock.now()).toISOString();
  const title = topics.length === 0 ? 'Crawl' : `Crawl for pages about ${topics.join(', ')}`;
  const info: readonly (readonly [string, string])[] = [
    ['Bagging-Date', madeAt.slice(0, 10)],
    ['Bag-Software-Agent', `sfwc ${packageVersion()}`],
    ['External-Identifier', crawl],
    ['External-Description', title],
  ];
  const files = await filesIn(out);
  const { startedAt } = await readDescription(out, beginSchema);
  const data = { ...{ title, topics, crawl, startedAt, madeAt }, version: packageVersion() };
  const describe = (
    copied: readonly CopiedFile[],
  ): { readonly name: string; readonly text: string } | undefined => {
    // One that somebody wrote is better.
    if (copied.some(({ name }) => name === RO_CRATE)) return undefined;
    const parts = partsOfCrawl(copied);
    const description =
      'The folder of a focused crawl by sfwc: pages, events, and what is needed to resume it.';
    return { name: RO_CRATE, text: jsonFile(roCrate({ ...data, description }, parts.files, parts.folders)) };
  };
  return {
    folder: to,
    ...(await makeFolder(to, (folder) => fillBag(folder, untilAborted(files, signal), info, describe))),
  };
}

/** The files of a folder and of the folders in it, by name. */
async function filesIn(folder: string): Promise<readonly BaggedFile[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile() && !LEFT_OUT.test(entry.name))
    .map((entry) => {
      const file = path.join(entry.parentPath, entry.name);
      return { file, name: path.relative(folder, file).split(path.sep).join('/') };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}
