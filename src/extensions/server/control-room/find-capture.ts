import { join } from 'node:path';
import { readIndex, timestampOf } from '../../../web/archive/cdxj.js';
import { ARCHIVE_FOLDER, archiveFiles } from '../../../web/archive/names.js';

/** Place of the record of a response. JSON. */
export interface CapturePlace {
  /** Name of the WARC file, below the result folder. */
  readonly file: string;
  /** Byte at which the record begins. */
  readonly offset: number;
}

/**
 * Finds the response in the archive of a crawl, by the indexes of its files. A file has an index when it is complete.
 * @param capturedAt ISO 8601
 */
export async function findCapture(
  out: string,
  url: string,
  capturedAt: string,
): Promise<CapturePlace | undefined> {
  const folder = join(out, ARCHIVE_FOLDER);
  const wanted = timestampOf(capturedAt);
  for (const name of await archiveFiles(folder)) {
    if (!name.endsWith('.cdxj')) continue;
    for await (const entry of readIndex(join(folder, name)))
      if (entry?.timestamp === wanted && entry.url === url)
        return { file: join(ARCHIVE_FOLDER, entry.filename), offset: entry.offset };
  }
  return undefined;
}
