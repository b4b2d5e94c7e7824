import { InputError, messageOf } from '../../model/errors.js';
import { fileExists } from '../../support/files/file-exists.js';
import { sha256 } from '../../support/hash.js';
import { readNQuads, writeNQuads } from './nquads-file.js';

/** A kind of file that is derived from a topic, or comes with the package. */
export interface CheckedFormat {
  readonly name: string;
  readonly version: number;
  /** What a file of this kind holds, and how that is made: 'a classifier', 'trained'. */
  readonly holds: string;
  readonly made: string;
}

/** What a file holds, and the header that says what it was made of. */
export interface CheckedContent<Header, Body> {
  readonly header: Header;
  readonly body: Body;
}

/**
 * Saves what is derived from texts as gzipped JSON in two lines: a header with the checksum of the second line, then the
 * body. The same content gives the same bytes.
 * @throws OutputError
 */
export async function writeCheckedJson<Header, Body>(
  file: string,
  { name, version }: CheckedFormat,
  { header, body }: CheckedContent<Header, Body>,
): Promise<void> {
  const second = JSON.stringify(body);
  const head = JSON.stringify({ format: name, version, ...header, modelChecksum: sha256(second) });
  await writeNQuads(file, [`${head}\n${second}\n`]);
}

/** What was read, with the checksum of the body. */
export interface ReadContent<Header, Body> extends CheckedContent<Header, Body> {
  readonly checksum: string;
}

/**
 * Reads such a file; undefined when it does not exist.
 * @param topicChecksum of the topic as it is now; undefined where that does not matter
 * @param again the command that makes it again, by what its header says
 * @throws InputError when it is damaged, of another version, or made of another state of the topic
 */
export async function readCheckedJson<Header, Body>(
  file: string,
  format: CheckedFormat,
  topicChecksum: string | undefined,
  again: (header: Partial<Header>) => string,
): Promise<ReadContent<Header, Body> | undefined> {
  if (!(await fileExists(file))) return undefined;
  let text = '';
  for await (const piece of readNQuads(file)) text += piece;
  return parseCheckedJson(text, file, format, topicChecksum, again);
}

/**
 * Reads the two lines of such a file. @param file names it in messages
 * @throws InputError as {@link readCheckedJson}
 */
export function parseCheckedJson<Header, Body>(
  text: string,
  file: string,
  format: CheckedFormat,
  topicChecksum: string | undefined,
  again: (header: Partial<Header>) => string,
): ReadContent<Header, Body> {
  const [head = '', body = ''] = text.split('\n');
  const { format: name, version, modelChecksum, ...header } = parse(file, head, again({}));
  if (name !== format.name || version !== format.version)
    throw new InputError(`${file} is not ${format.holds} of version ${format.version}`, {
      hint: again({}),
    });
  const hint = again(header as Partial<Header>);
  if (modelChecksum !== sha256(body)) throw new InputError(`${file} is damaged`, { hint });
  if (topicChecksum !== undefined && header['topicChecksum'] !== topicChecksum)
    throw new InputError(`${file} was ${format.made} before the topic was changed`, { hint });
  return {
    header: header as unknown as Header,
    checksum: modelChecksum,
    body: parse(file, body, again({})) as Body,
  };
}

function parse(file: string, line: string, hint: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value !== 'object' || value === null) throw new Error('a line is not an object');
    return value as Record<string, unknown>;
  } catch (error) {
    throw new InputError(`${file} is damaged: ${messageOf(error)}`, { hint, cause: error });
  }
}
