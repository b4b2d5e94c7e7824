import type { ArchiveOptions, WarcArchive } from '../../../web/archive/warc-archive.js';
import type { CrawlSettings } from '../../settings/settings.js';
import type { ArchivePlace } from '../../../model/archive.js';
import { UsageError } from '../../../model/errors.js';
import { packageVersion } from '../../../support/package-version.js';

/** @throws UsageError for settings on archives that do not go together */
export function refuseUnfitArchives(settings: CrawlSettings): void {
  refuseUnfitCaptures(settings);
  if (settings.warc !== undefined && settings.web !== undefined) {
    throw new UsageError('--warc cannot be given together with --web', {
      hint: 'an archive holds what servers sent over the network, and nothing goes over it here',
    });
  }
}

/** @throws UsageError for captures together with another web, and for their options without them */
function refuseUnfitCaptures(settings: CrawlSettings): void {
  const { captures, web, frontier, at, warcBase } = settings;
  const [given] = Object.entries({ at, warcBase }).find(([, value]) => value !== undefined) ?? [];
  if (captures === undefined && given !== undefined)
    throw new UsageError(`the setting ${given} needs captures`);
  if (captures === undefined) return;
  if (web !== undefined) throw new UsageError('captures cannot be given together with --web');
  if (frontier !== undefined)
    throw new UsageError('captures cannot be given together with frontier', {
      hint: 'the workers of a shared crawl would press the archive at the same time',
    });
}

/**
 * The archive of a crawl; undefined where none is wanted.
 * @param about the crawl's IRI, and what the archive works with
 * @param resumed of a crawl that continues: where its archive ended
 * @throws as `createArchive` and `reopenArchive`
 */
export async function openCrawlArchive(
  { warc, warcSize, out, topic = [], userAgent }: CrawlSettings,
  { crawl, clock, logger }: { readonly crawl: string } & Pick<ArchiveOptions, 'clock' | 'logger'>,
  resumed?: { readonly place: ArchivePlace | undefined },
): Promise<WarcArchive | undefined> {
  if (warc === undefined) return undefined;
  const names = [topic].flat().join(', ');
  const about = names === '' ? 'without a topic' : `for ${names}`;
  const options: ArchiveOptions = {
    out,
    keep: warc,
    fileBytes: warcSize,
    topic: names === '' ? 'pages' : names,
    info: {
      software: `sfwc/${packageVersion()}`,
      format: 'WARC File Format 1.1',
      conformsTo: 'http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/',
      isPartOf: crawl,
      description: `crawl ${about}; answers kept: ${warc}`,
      robots: 'obey',
      'http-header-user-agent': userAgent,
    },
    clock,
    logger,
  };
  const { createArchive, reopenArchive } = await import('../../../web/archive/warc-archive.js');
  return resumed === undefined ? createArchive(options) : reopenArchive(options, resumed.place);
}
