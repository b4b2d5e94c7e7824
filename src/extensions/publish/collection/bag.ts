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
 */
export async function fillBag(
  folder: string,
  files: Iterable<BaggedFile>,
  info: readonly (readonly [label: string, value: string])[],
): Promise<BagSize> {
  const lines: string[] = [];
  let bytes = 0;
  for (const { file, name } of files) {
    const to = path.join(folder, 'data', ...name.split('/'));
    await mkdir(path.dirname(to), { recursive: true });
    const copied = await copyAndHash(file, to);
    bytes += copied.bytes;
    lines.push(`${copied.hash}  data/${encoded(name)}\n`);
  }
  await mkdir(path.join(folder, 'data'), { recursive: true });
  const size = { files: lines.length, bytes };
  const tags = {
    'bagit.txt': DECLARATION,
    'bag-info.txt': infoText([...info, ['Payload-Oxum', `${bytes}.${lines.length}`]]),
    'manifest-sha256.txt': lines.join(''),
  };
  for (const [name, text] of Object.entries(tags)) await writeFile(path.join(folder, name), text);
  const manifest = Object.entries(tags).map(([name, text]) => `${sha256(text)}  ${name}\n`);
  await writeFile(path.join(folder, 'tagmanifest-sha256.txt'), manifest.join(''));
  return size;
}

async function copyAndHash(
  from: string,
  to: string,
): Promise<{ readonly hash: string; readonly bytes: number }> {
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
  return { hash: hash.digest('hex'), bytes };
}

/** A path as a manifest has it (section 2.1.3). */
function encoded(name: string): string {
  return name.replace(/[%\r\n]/g, (character) => encodeURIComponent(character));
}

function infoText(info: readonly (readonly [label: string, value: string])[]): string {
  return info.map(([label, value]) => `${label}: ${value.replace(/\s+/g, ' ').trim()}\n`).join('');
}
