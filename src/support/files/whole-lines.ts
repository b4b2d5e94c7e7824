const NEWLINE = 0x0a;
const LINE_END = Buffer.from('\n');

/** Bytes in pieces of whole lines, the last of which gets an end where it has none. */
export async function* wholeLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  // Bytes after the last line end, in pieces, since a line may span many chunks.
  let rest: Buffer[] = [];
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(NEWLINE) + 1;
    if (end > 0) yield Buffer.concat([...rest, chunk.subarray(0, end)]);
    rest = [...(end > 0 ? [] : rest), chunk.subarray(end)];
  }
  const last = Buffer.concat(rest);
  if (last.length > 0) yield Buffer.concat([last, LINE_END]);
}

/**
 * The lines of a text in UTF-8, without their ends. Only a line feed ends a line, with or without a carriage return before
 * it: `node:readline` also ends lines at U+2028 and U+2029 from Node 24 on, which JSON may contain.
 */
export async function* textLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  for await (const lines of wholeLines(chunks))
    for (const line of lines.toString('utf8').slice(0, -1).split('\n'))
      yield line.endsWith('\r') ? line.slice(0, -1) : line;
}
