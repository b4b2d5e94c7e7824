import { InputError, messageOf } from '../../../model/errors.js';
import { readBytes } from '../../../support/files/source-bytes.js';

/** The text of an RDF file in pieces, unpacked as {@link readBytes} does. @throws InputError naming the file */
export async function* rdfText(file: string): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  try {
    for await (const bytes of readBytes(file)) {
      const text = decoder.decode(bytes, { stream: true });
      if (text !== '') yield text;
    }
    const last = decoder.decode();
    if (last !== '') yield last;
  } catch (thrown) {
    if (thrown instanceof InputError) throw thrown;
    throw new InputError(`${file} cannot be read to its end: ${messageOf(thrown)}`, {
      hint: 'is the download whole? compare its size or checksum with what the site states',
      cause: thrown,
    });
  }
}

/** The first characters of an RDF file. @throws InputError as {@link rdfText} */
export async function rdfBeginning(file: string, characters: number): Promise<string> {
  let text = '';
  for await (const piece of rdfText(file)) {
    text += piece;
    if (text.length >= characters) break;
  }
  return text.slice(0, characters);
}
