import { readFile } from 'node:fs/promises';
import { normaliseUrl } from '../../../crawling/urls/urls.js';
import { InputError, UsageError, messageOf } from '../../../model/errors.js';
import { withoutCredentials } from '../../../support/without-credentials.js';
import { isAddress } from '../../../support/parse-url.js';

/**
 * The addresses to start from, each once: an entry is an address, or a file with one a line (lines with # are left out).
 * @throws InputError with file and line of an invalid address; UsageError for an invalid or missing entry
 */
export async function readSeeds(entries: readonly string[]): Promise<readonly string[]> {
  const seeds: string[] = [];
  for (const entry of entries) {
    if (!isAddress(entry)) seeds.push(...(await readSeedFile(entry)));
    else {
      const url = normaliseUrl(entry);
      if (url === undefined)
        throw new UsageError(`--seeds: '${withoutCredentials(entry)}' is not a web address`);
      seeds.push(url);
    }
  }
  if (seeds.length > 0) return [...new Set(seeds)];
  throw new UsageError('there is no address to start from', { hint: 'give --seeds addresses or files' });
}

async function readSeedFile(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new InputError(`cannot read the seeds ${file}: ${messageOf(cause)}`, {
      hint: 'an address begins with http:// or https://; anything else is taken for a file of addresses',
      cause,
    });
  });
  return text.split(/\r?\n/).flatMap((line, index) => {
    const address = line.trim();
    if (address === '' || address.startsWith('#')) return [];
    const url = normaliseUrl(address);
    if (url !== undefined) return [url];
    const shown = withoutCredentials(address);
    throw new InputError(`${file}:${index + 1}: '${shown}' is not an http or https address`);
  });
}
