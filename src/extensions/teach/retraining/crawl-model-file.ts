import { readFile } from 'node:fs/promises';
import { InputError } from '../../../model/errors.js';
import type { LabelUse } from '../../../model/label-use.js';
import { sha256 } from '../../../support/hash.js';
import {
  readCheckedJson,
  writeCheckedJson,
  type CheckedFormat,
} from '../../../knowledge/files/checked-json.js';

const FORMAT: CheckedFormat = {
  name: 'sfwc model of a crawl',
  version: 1,
  holds: 'a model of a crawl',
  made: 'trained',
};

/** Data from which a crawl trained a model. */
export interface CrawlModelHeader {
  readonly number: number;
  readonly classifier: string;
  readonly topic: string;
  readonly topicChecksum: string;
  readonly labels?: LabelUse;
}

/** Saves a model that a crawl trained. @returns the SHA-256 of the file, hexadecimal @throws OutputError */
export async function writeCrawlModel(
  file: string,
  header: CrawlModelHeader,
  body: unknown,
): Promise<string> {
  await writeCheckedJson(file, FORMAT, { header, body });
  return sha256(await readFile(file));
}

/**
 * Reads a model that a crawl trained. The topic may have been changed since: the model does not need it.
 * @param checksum as the crawl has it
 * @throws InputError when the file is missing, or is not the one that the crawl judged by
 */
export async function readCrawlModel<Body>(file: string, checksum: string): Promise<Body> {
  const hint = 'restore the file; the crawl cannot continue without the model that it judges by';
  const content = await readFile(file).catch(() => undefined);
  const isSame = content !== undefined && sha256(content) === checksum;
  const read = isSame
    ? await readCheckedJson<CrawlModelHeader, Body>(file, FORMAT, undefined, () => hint)
    : undefined;
  if (read !== undefined) return read.body;
  const problem =
    content === undefined
      ? 'is missing, by which the crawl judges pages'
      : 'is damaged, or is not the model that the crawl judged pages by';
  throw new InputError(`${file} ${problem}`, { hint });
}
