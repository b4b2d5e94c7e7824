import { readFile } from 'node:fs/promises';
import { normaliseUrl } from '../crawl/urls.js';
import { InputError, UsageError, messageOf } from '../model/errors.js';

/**
 * The addresses to start from: each entry is an address, or a file with one address a line (empty lines and lines that
 * begin with # are left out). In the order given, each once.
 * @throws InputError naming file and line of what is no address; UsageError when there is none at all
 */
export async function readSeeds(entries: readonly string[]): Promise<readonly string[]> {
  const seeds: string[] = [];
  for (const entry of entries) {
    if (/^https?:\/\//i.test(entry)) seeds.push(checked(entry, entry));
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
    return address === '' || address.startsWith('#') ? [] : [checked(address, `${file}:${index + 1}`)];
  });
}

function checked(address: string, where: string): string {
  const url = normaliseUrl(address);
  if (url === undefined) throw new InputError(`${where}: '${address}' is not an http or https address`);
  return url;
}
