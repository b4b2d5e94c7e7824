import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sha256 } from '../../../support/hash.js';

/** A file of the payload. */
export interface BaggedFile {
  /** Where it is now. */
  readonly file: string;
  /** Where it will be in `data/`, with slashes. */
  readonly name: string;
}

/** A file as it was copied into a bag. */
export interface CopiedFile {
  readonly name: string;
  readonly bytes: number;
  /** SHA-256, hexadecimal. */
  readonly sha256: string;
}

/** What a bag holds. */
export interface BagSize {
  readonly files: number;
  readonly bytes: number;
}

const DECLARATION = 'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n';

/**
 * Fills a folder as a bag (RFC 8493): copies of the files in `data/`, their SHA-256 in `manifest-sha256.txt`, `bag-info.txt`, and
 * a manifest of these tag files.
 * @param info further lines of `bag-info.txt`: label and value
 * @param describe makes a last file of the payload of those that were copied
 */
export async function fillBag(
  folder: string,
  files: Iterable<BaggedFile>,
  info: readonly (readonly [label: string, value: string])[],
  describe: (copied: readonly CopiedFile[]) => { readonly name: string; readonly text: string } | undefined,
): Promise<BagSize> {
  const copied: CopiedFile[] = [];
  for (const { file, name } of files) {
    const to = path.join(folder, 'data', ...name.split('/'));
    await mkdir(path.dirname(to), { recursive: true });
    copied.push({ name, ...(await copyAndHash(file, to)) });
  }
  await mkdir(path.join(folder, 'data'), { recursive: true });
  const description = describe(copied);
  if (description !== undefined) {
    const { name, text } = description;
    await writeFile(path.join(folder, 'data', name), text);
    copied.push({ name, bytes: Buffer.byteLength(text), sha256: sha256(text) });
  }
  const size = { files: copied.length, bytes: copied.reduce((sum, { bytes }) => sum + bytes, 0) };
  const tags = {
    'bagit.txt': DECLARATION,
    'bag-info.txt': infoText([...info, ['Payload-Oxum', `${size.bytes}.${size.files}`]]),
    'manifest-sha256.txt': copied.map((one) => `${one.sha256}  data/${encoded(one.name)}\n`).join(''),
  };
  for (const [name, text] of Object.entries(tags)) await writeFile(path.join(folder, name), text);
  const manifest = Object.entries(tags).map(([name, text]) => `${sha256(text)}  ${name}\n`);
  await writeFile(path.join(folder, 'tagmanifest-sha256.txt'), manifest.join(''));
  return size;
}

async function copyAndHash(from: string, to: string): Promise<Omit<CopiedFile, 'name'>> {
  const hash = createHash('sha256');
  let bytes = 0;
  const counting = new Transform({
    transform(chunk: Uint8Array, _, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(undefined, chunk);
    },
  });
  await pipeline(createReadStream(from), counting, createWriteStream(to, { flags: 'wx' }));
  return { sha256: hash.digest('hex'), bytes };
}

/** A path as a manifest has it (section 2.1.3). */
function encoded(name: string): string {
  return name.replace(/[%\r\n]/g, (character) => encodeURIComponent(character));
}

function infoText(info: readonly (readonly [label: string, value: string])[]): string {
  return info.map(([label, value]) => `${label}: ${value.replace(/\s+/g, ' ').trim()}\n`).join('');
}
