import { stat } from 'node:fs/promises';

/** Names of web archives and of their indexes. */
export const ARCHIVE = /\.(?:warc(?:\.gz)?|cdxj)$/i;
/** Any file may be a page; these hold many. XML may be a page as well. */
const RECORDS = /\.(?:jsonl|ndjson|csv|tsv|wet)(?:\.gz)?$/i;

/** True if a path stands for several pages: a folder, an archive or a file of records. */
export async function holdsSeveralPages(what: string): Promise<boolean> {
  if (ARCHIVE.test(what) || RECORDS.test(what)) return true;
  return stat(what).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
