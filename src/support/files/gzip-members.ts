import { createReadStream } from 'node:fs';
import { createInflateRaw, type InflateRaw } from 'node:zlib';

/** The data of a member breaks off or is damaged. */
export class BrokenMember extends Error {}

/** Bytes that are read at a time. */
const PIECE = 1 << 16;
/** Flags of a header (RFC 1952, section 2.3.1). */
const [HEADER_CHECK, EXTRA, NAME, COMMENT] = [2, 4, 8, 16] as const;

/** Place of a member in its file. */
export interface GzipMember {
  readonly offset: number;
  /** Undefined until the whole of it was read. */
  length: number | undefined;
}

/**
 * Unpacks gzip in members (RFC 1952) and says where each begins. All that could be unpacked is yielded before the error.
 *
 * @param onMember called before the first byte of a member is yielded; `length` is set when its last one was
 * @throws BrokenMember where the data is cut off, damaged, or not gzip
 */
export async function* gunzipMembers(
  chunks: AsyncIterable<Uint8Array>,
  onMember: (member: GzipMember) => void,
): AsyncGenerator<Uint8Array> {
  const input = new Input(chunks);
  try {
    while (await input.fill(1)) {
      const member: GzipMember = { offset: input.consumed, length: undefined };
      await readHeader(input);
      onMember(member);
      yield* inflate(input);
      // The checksum and length at the end are those of what was unpacked; records have digests of their own.
      await input.take(8);
      member.length = input.consumed - member.offset;
    }
  } finally {
    await input.close();
  }
}

export async function lastWholeMember(file: string): Promise<number> {
  const members: GzipMember[] = [];
  try {
    const bytes = createReadStream(file, { highWaterMark: PIECE }) as AsyncIterable<Uint8Array>;
    const unpacked = gunzipMembers(bytes, (member) => {
      if (members[0]?.length !== undefined) members.length = 0;
      members.push(member);
    });
    while ((await unpacked.next()).done !== true);
  } catch (thrown) {
    if (!(thrown instanceof BrokenMember)) throw thrown;
  }
  const whole = members.filter(({ length }) => length !== undefined).at(-1);
  return whole === undefined ? (members[0]?.offset ?? 0) : whole.offset + (whole.length ?? 0);
}

/** Bytes that come in pieces, and can be taken in others. */
class Input {
  consumed = 0;
  private readonly chunks: AsyncIterator<Uint8Array>;
  private held: Uint8Array = new Uint8Array();

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.chunks = chunks[Symbol.asyncIterator]();
  }

  /** Bytes that are ready, at least one if {@link fill} said so. */
  get ready(): Uint8Array {
    return this.held;
  }

  /** Reads until so many bytes are there. False where there are fewer. */
  async fill(count: number): Promise<boolean> {
    while (this.held.length < count) {
      const next = (await this.chunks.next()) as IteratorResult<Uint8Array, undefined>;
      if (next.done === true) return false;
      this.held = this.held.length === 0 ? next.value : Buffer.concat([this.held, next.value]);
    }
    return true;
  }

  drop(count: number): void {
    this.held = this.held.subarray(count);
    this.consumed += count;
  }

  /** @throws BrokenMember where there are fewer */
  async take(count: number): Promise<Uint8Array> {
    if (!(await this.fill(count))) throw new BrokenMember('unexpected end of file');
    const taken = this.held.subarray(0, count);
    this.drop(count);
    return taken;
  }

  async close(): Promise<void> {
    await this.chunks.return?.();
  }
}

async function readHeader(input: Input): Promise<void> {
  const [first, second, method, flags = 0] = await input.take(10);
  if (first !== 0x1f || second !== 0x8b || method !== 8) throw new BrokenMember('incorrect header check');
  if ((flags & EXTRA) !== 0) {
    const [low = 0, high = 0] = await input.take(2);
    await input.take(low + 256 * high);
  }
  for (const flag of [NAME, COMMENT]) {
    if ((flags & flag) === 0) continue;
    while ((await input.take(1))[0] !== 0);
  }
  if ((flags & HEADER_CHECK) !== 0) await input.take(2);
}

/** Unpacks up to the end of the deflated data, and drops just that from the input. */
async function* inflate(input: Input): AsyncGenerator<Uint8Array> {
  const inflater = createInflateRaw({ chunkSize: PIECE });
  const state = { ended: false, failure: undefined as Error | undefined, ready: [] as Uint8Array[] };
  let wake = (): void => undefined;
  inflater.on('data', (part: Uint8Array) => state.ready.push(part));
  inflater.on('end', () => {
    state.ended = true;
    wake();
  });
  inflater.on('error', (error) => {
    state.failure = error;
    wake();
  });
  try {
    while (!state.ended) {
      if (!(await input.fill(1))) throw new BrokenMember('unexpected end of file');
      const piece = input.ready.subarray(0, PIECE);
      const before = inflater.bytesWritten;
      await new Promise<void>((resolve) => {
        wake = resolve;
        inflater.write(piece, () => resolve());
      });
      const parts = state.ready;
      state.ready = [];
      yield* parts;
      if (state.failure !== undefined) throw new BrokenMember(state.failure.message);
      input.drop(consumedBy(inflater, before));
    }
  } finally {
    inflater.destroy();
  }
}

function consumedBy({ bytesWritten }: InflateRaw, before: number): number {
  return bytesWritten - before;
}
