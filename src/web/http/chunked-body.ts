/** Characters of a line with the size of a chunk, its extensions included. */
const LONGEST_LINE = 4096;
const SIZE = /^\s*([\da-f]{1,8})[ \t]*(?:;[^\n]*)?\r?\n/i;

/** True for the beginning of a body in chunks: a header may say so of a body that is not. */
export function beginsWithChunk(body: Uint8Array): boolean {
  return SIZE.test(Buffer.from(body.subarray(0, LONGEST_LINE)).toString('latin1'));
}

/** Takes chunks apart (RFC 9112, section 7.1), piece by piece. Lines may end in LF alone, and those behind chunks may be missing. */
export function createChunkReader() {
  let [left, line] = [0, ''];
  let end: 'last chunk' | 'not a chunk' | undefined;
  return {
    /** The content of the next piece. */
    read(piece: Uint8Array): Uint8Array {
      const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.length);
      const content: Uint8Array[] = [];
      for (let at = 0; at < bytes.length && end === undefined;) {
        const newline = bytes.indexOf('\n', at);
        const stop = left > 0 ? at + left : newline < 0 ? bytes.length : newline + 1;
        const part = bytes.subarray(at, stop);
        at += part.length;
        if (left > 0) {
          content.push(part);
          left -= part.length;
          continue;
        }
        line += part.toString('latin1');
        if (newline < 0 && line.length < LONGEST_LINE) break;
        const size = line.trim() === '' ? undefined : (SIZE.exec(line)?.[1] ?? '');
        if (size !== undefined) left = parseInt(size, 16);
        line = '';
        if (left === 0 && size !== undefined) end = 'last chunk';
        if (Number.isNaN(left)) end = 'not a chunk';
      }
      return Buffer.concat(content);
    },
    /** True if the body came to its last chunk, or to what is none: nothing follows. */
    hasEnded: () => end !== undefined,
    isWhole: () => end === 'last chunk',
  };
}
