const NEWLINE = 0x0a;

/** Goes through a stream of bytes by lines and by counts. */
export class ByteCursor {
  private readonly chunks: AsyncIterator<Uint8Array>;
  private chunk: Uint8Array = new Uint8Array();
  private at = 0;
  private consumed = 0;

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.chunks = chunks[Symbol.asyncIterator]();
  }

  /** Bytes gone through. */
  get offset(): number {
    return this.consumed;
  }

  /** At most `count` bytes that lie in one piece; undefined at the end. */
  async some(count: number): Promise<Uint8Array | undefined> {
    while (this.at >= this.chunk.length) {
      const next = (await this.chunks.next()) as IteratorResult<Uint8Array, undefined>;
      if (next.done === true) return undefined;
      this.chunk = next.value;
      this.at = 0;
    }
    const taken = this.chunk.subarray(this.at, this.at + count);
    this.at += taken.length;
    this.consumed += taken.length;
    return taken;
  }

  /** Gives back the last bytes of what {@link some} has given. */
  giveBack(count: number): void {
    this.at -= count;
    this.consumed -= count;
  }

  /** Puts bytes that were gone through before those that come. */
  unread(bytes: Uint8Array): void {
    this.chunk = Buffer.concat([bytes, this.chunk.subarray(this.at)]);
    this.at = 0;
    this.consumed -= bytes.length;
  }

  /** The next line with its end, of which bytes beyond the limit are dropped; undefined at the end. */
  async line(maximumBytes: number): Promise<Uint8Array | undefined> {
    const parts: Uint8Array[] = [];
    let length = 0;
    for (;;) {
      const part = await this.some(this.restOfLine());
      if (part === undefined) return parts.length === 0 ? undefined : Buffer.concat(parts);
      if (length < maximumBytes) parts.push(part.subarray(0, maximumBytes - length));
      length += part.length;
      if (part.at(-1) === NEWLINE) return Buffer.concat(parts);
    }
  }

  private restOfLine(): number {
    const end = this.chunk.indexOf(NEWLINE, this.at);
    // One byte of a fresh piece is requested: only then is it known where its first line ends.
    return this.at >= this.chunk.length ? 1 : end < 0 ? Infinity : end + 1 - this.at;
  }

  /** The next bytes; fewer than asked for at the end. */
  async take(count: number): Promise<Uint8Array> {
    const parts: Uint8Array[] = [];
    await this.skip(count, parts);
    return parts.length === 1 ? (parts[0] ?? Buffer.alloc(0)) : Buffer.concat(parts);
  }

  /** Passes bytes over; returns how many there were. @param parts gets them */
  async skip(count: number, parts?: Uint8Array[]): Promise<number> {
    let left = count;
    while (left > 0) {
      const part = await this.some(left);
      if (part === undefined) break;
      parts?.push(part);
      left -= part.length;
    }
    return count - left;
  }

  /** Ends the stream. */
  async close(): Promise<void> {
    await this.chunks.return?.();
  }
}
