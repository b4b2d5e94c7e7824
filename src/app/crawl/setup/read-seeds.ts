import { readFile } from 'node:fs/promises';
import { normaliseUrl } from '../../../crawling/urls/urls.js';
import { InputError, UsageError, messageOf } from '../../../model/errors.js';
import { withoutCredentials } from '../../../support/without-credentials.js';
import { isAddress } from '../../../support/parse-url.js';

/**
 * The addresses to start from: each entry is an address, or a file with one address a line (empty lines and lines that
 * begin with # are left out). In the order given, each once.
 * @throws InputError with file and line of an invalid address; UsageError for an invalid or missing entry
 */
export async function readSeeds(entries: readonly string[]): Promise<readonly string[]> {
  const seeds: string[] = [];
  for (const entry of entries) {
    if (isAddress(entry)) seeds.push(checkedEntry(entry));
    else seeds.push(...(await readSeedFile(entry)));
  }
  if (seeds.length === 0)
    throw new UsageError('there is no address to start from', { hint: 'give --seeds addresses or files' });
  return [...new Set(seeds)];
}

async function readSeedFile(file: string): Promise<string[]> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    throw new InputError(`cannot read the seeds ${file}: ${messageOf(error)}`, {
      hint: 'an address begins with http:// or https://; anything else is taken for a file of addresses',
      cause: error,
    });
  }
  return text.split(/\r?\n/).flatMap((line, index) => {
    const address = line.trim();
    return address === '' || address.startsWith('#') ? [] : [checkedLine(address, `${file}:${index + 1}`)];
  });
}

function checkedEntry(entry: string): string {
  const url = normaliseUrl(entry);
  if (url !== undefined) return url;
  throw new UsageError(`--seeds: '${withoutCredentials(entry)}' is not a web address`, {
    hint: 'give addresses such as https://example.org/, or files with one address a line',
  });
}

function checkedLine(address: string, where: string): string {
  const url = normaliseUrl(address);
  if (url !== undefined) return url;
  throw new InputError(`${where}: '${withoutCredentials(address)}' is not an http or https address`);
}
