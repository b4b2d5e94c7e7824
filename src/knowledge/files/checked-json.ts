import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import type { z } from 'zod';
import { InputError } from '../../model/errors.js';
import { fileExists } from '../../support/files/file-exists.js';
import { sha256 } from '../../support/hash.js';
import { firstIssue } from '../../support/parse-json.js';
import { writeNQuads } from './nquads-file.js';

/** A kind of file that is derived from a topic, or comes with the package. */
export interface CheckedFormat {
  readonly name: string;
  readonly version: number;
  /** Remedy for a file that cannot be used. */
  readonly hint: string;
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

/**
 * Reads such a file; undefined when it does not exist.
 * @param topicChecksum of the topic that it must be derived from
 * @param bytes content, where it is not in a file
 * @throws InputError
 */
export async function readCheckedJson<Header, Body>(
  file: string,
  format: CheckedFormat,
  topicChecksum?: string,
  bytes?: Uint8Array,
): Promise<(CheckedContent<Header, Body> & { readonly checksum: string }) | undefined> {
  const { hint } = format;
  if (bytes === undefined && !(await fileExists(file))) return undefined;
  const refuse = (why: string, cause?: unknown) => new InputError(`${file} ${why}`, { hint, cause });
  try {
    const [head = '', body = ''] = gunzipSync(bytes ?? (await readFile(file)))
      .toString()
      .split('\n');
    const { format: name, version, modelChecksum, ...header } = parseObject(head);
    if (name !== format.name || version !== format.version)
      throw refuse(`is not an '${format.name}' of version ${format.version}`);
    if (modelChecksum !== sha256(body)) throw refuse('is damaged');
    if (![undefined, header['topicChecksum']].includes(topicChecksum))
      throw refuse('was made before the topic was changed');
    format.header?.parse(header);
    return { header: header as Header, checksum: modelChecksum, body: parseObject(body) as Body };
  } catch (cause) {
    throw cause instanceof InputError ? cause : refuse(`is damaged: ${firstIssue(cause)}`, cause);
  }
}

/** Reads a file that an annotator made. @throws InputError where it is missing, damaged, or made by another one */
export async function readOfAnnotator<Header extends { readonly annotator: string }, Body>(
  file: string,
  format: CheckedFormat,
  annotator: string,
): Promise<CheckedContent<Header, Body> & { readonly checksum: string }> {
  const { hint } = format;
  const read = await readCheckedJson<Header, Body>(file, format);
  if (read === undefined) throw new InputError(`${file} is missing`, { hint });
  if (read.header.annotator === annotator) return read;
  throw new InputError(`${file} was made with ${read.header.annotator}, this is ${annotator}`, { hint });
}

function parseObject(line: string): Record<string, unknown> {
  const value: unknown = JSON.parse(line);
  if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  throw new Error('a line is not an object');
}
