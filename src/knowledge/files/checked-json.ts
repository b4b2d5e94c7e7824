import { gunzipSync } from 'node:zlib';
import type { z } from 'zod';
import { InputError } from '../../model/errors.js';
import { fileExists } from '../../support/files/file-exists.js';
import { sha256 } from '../../support/hash.js';
import { firstIssue } from '../../support/parse-json.js';
import { readNQuads, writeNQuads } from './nquads-file.js';

/** A kind of file that is derived from a topic, or comes with the package. */
export interface CheckedFormat {
  readonly name: string;
  readonly version: number;
  /** Content of a file of this kind, and the way it is made: 'a classifier', 'trained'. */
  readonly holds: string;
  readonly made: string;
  readonly header?: z.ZodType;
}

/** Content of a file, and the header that says what it was made of. */
interface CheckedContent<Header, Body> {
  readonly header: Header;
  readonly body: Body;
}

/** Saves a header with the checksum of the body, and the body, as two lines of gzipped JSON. @throws OutputError */
export async function writeCheckedJson<Header, Body>(
  file: string,
  { name, version }: CheckedFormat,
  { header, body }: CheckedContent<Header, Body>,
): Promise<void> {
  const second = JSON.stringify(body);
  const head = JSON.stringify({ format: name, version, ...header, modelChecksum: sha256(second) });
  await writeNQuads(file, [`${head}\n${second}\n`]);
}

/** Reads such a file; undefined when it does not exist. @throws InputError */
export async function readCheckedJson<Header, Body>(
  file: string,
  format: CheckedFormat,
  topicChecksum: string | undefined,
  again: (header: Partial<Header>) => string,
  bytes?: Uint8Array,
): Promise<(CheckedContent<Header, Body> & { readonly checksum: string }) | undefined> {
  if (bytes === undefined && !(await fileExists(file))) return undefined;
  const attempt = <T>(read: () => T): T => {
    try {
      return read();
    } catch (cause) {
      throw new InputError(`${file} is damaged: ${firstIssue(cause)}`, { hint: again({}), cause });
    }
  };
  let text = '';
  if (bytes !== undefined) text = attempt(() => gunzipSync(bytes).toString());
  else for await (const piece of readNQuads(file, again({}))) text += piece;
  const [head = '', body = ''] = text.split('\n');
  const { format: name, version, modelChecksum, ...header } = attempt(() => parseObject(head));
  if (name !== format.name || version !== format.version)
    throw new InputError(`${file} is not ${format.holds} of version ${format.version}`, { hint: again({}) });
  const hint = again(header as Partial<Header>);
  if (modelChecksum !== sha256(body)) throw new InputError(`${file} is damaged`, { hint });
  if (topicChecksum !== undefined && header['topicChecksum'] !== topicChecksum)
    throw new InputError(`${file} was ${format.made} before the topic was changed`, { hint });
  attempt(() => format.header?.parse(header));
  return {
    header: header as unknown as Header,
    checksum: modelChecksum,
    body: attempt(() => parseObject(body)) as Body,
  };
}

/** Reads a file that an annotator made. @throws InputError where it is missing, damaged, or made by another one */
export async function readOfAnnotator<Header extends { readonly annotator: string }, Body>(
  file: string,
  format: CheckedFormat,
  annotator: string,
  hint: string,
): Promise<CheckedContent<Header, Body> & { readonly checksum: string }> {
  const read = await readCheckedJson<Header, Body>(file, format, undefined, () => hint);
  if (read === undefined) throw new InputError(`${file} is missing`, { hint });
  if (read.header.annotator === annotator) return read;
  throw new InputError(`${file} was made with ${read.header.annotator}, this is ${annotator}`, { hint });
}

function parseObject(line: string): Record<string, unknown> {
  const value: unknown = JSON.parse(line);
  if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  throw new Error('a line is not an object');
}
