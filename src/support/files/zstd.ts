import { InputError, messageOf } from '../../model/errors.js';
import { ByteCursor } from './byte-cursor.js';
import { DamagedData, refuseBomb, take, type CompressedMember } from './unpacked-data.js';

/** Kinds of frames and blocks (RFC 8878, section 3.1.1). */
const [FRAME, SKIPPABLE, DICTIONARY, RUN] = [0xfd2fb528, 0x184d2a5, 0x184d2a5d, 1] as const;

/**
 * Decompresses zstd, frame by frame, as `gunzip` does with members. Each frame is followed block by block, so that its place in the file
 * is known. @throws DamagedData
 */
export async function* unzstd(
  chunks: AsyncIterable<Uint8Array>,
  onMember: (member: CompressedMember) => void = () => undefined,
): AsyncGenerator<Uint8Array> {
  const input = new ByteCursor(chunks);
  let out = 0;
  try {
    for (;;) {
      const member: CompressedMember = { offset: input.offset, length: undefined };
      const begin = await input.take(4);
      if (begin.length === 0) return;
      const magic = begin.length < 4 ? 0 : Buffer.from(begin).readUInt32LE(0);
      if (magic === DICTIONARY)
        throw new DamagedData('it is packed with a dictionary: unpack it by zstd -d first');
      if (magic >>> 4 === SKIPPABLE) {
        await input.skip((await take(input, 4)).readUInt32LE(0));
        continue;
      }
      if (magic !== FRAME) throw new DamagedData('incorrect header check');
      onMember(member);
      for await (const part of frameContent(begin, input)) {
        out += part.length;
        refuseBomb(out, input.offset);
        yield part;
      }
      member.length = input.offset - member.offset;
    }
  } catch (thrown) {
    throw thrown instanceof InputError ? thrown : new DamagedData(messageOf(thrown), 'zstd');
  } finally {
    await input.close();
  }
}

/** The content of the frame that has begun with these bytes. */
async function* frameContent(begin: Uint8Array, input: ByteCursor): AsyncGenerator<Uint8Array> {
  const { Decompress } = await import('fzstd');
  const ready: Uint8Array[] = [];
  const decoder = new Decompress((part) => ready.push(part));
  const head = await take(input, 1);
  const [flags = 0] = head;
  const isSingle = (flags & 32) !== 0;
  const size = [isSingle ? 1 : 0, 2, 4, 8][flags >> 6] ?? 0;
  const rest = await take(input, (isSingle ? 0 : 1) + ([0, 1, 2, 4][flags & 3] ?? 0) + size);
  decoder.push(Buffer.concat([begin, head, rest]));
  for (let isLast = false; !isLast;) {
    const block = await take(input, 3);
    const stated = block.readUIntLE(0, 3);
    isLast = (stated & 1) !== 0;
    const length = ((stated >> 1) & 3) === RUN ? 1 : stated >> 3;
    decoder.push(Buffer.concat([block, await take(input, length)]));
    yield* ready.splice(0);
  }
  // The checksum, which the decoder does not read.
  if ((flags & 4) !== 0) await take(input, 4);
}
