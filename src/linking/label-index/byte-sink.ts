import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { OutputError, messageOf } from '../../model/errors.js';

const BUFFER_BYTES = 1 << 20;

/** Writes bytes and numbers to a file through a buffer. Every method throws OutputError when it cannot be written. */
export class ByteSink {
  /** Bytes written so far. */
  length = 0;
  readonly #descriptor: number;
  readonly #buffer = Buffer.alloc(BUFFER_BYTES);
  #used = 0;

  constructor(readonly file: string) {
    this.#descriptor = attempt(file, () => openSync(file, 'w'));
  }

  byte(value: number): void {
    if (this.#used === BUFFER_BYTES) this.#flush();
    this.#buffer[this.#used] = value;
    this.#used += 1;
    this.length += 1;
  }

  /** Seven bits a byte, the low ones first; the eighth says that more follow. */
  varint(value: number): void {
    let left = value;
    for (; left >= 128; left = Math.floor(left / 128)) this.byte((left % 128) | 128);
    this.byte(left);
  }

  u32(value: number): void {
    if (this.#used + 4 > BUFFER_BYTES) this.#flush();
    this.#buffer.writeUInt32LE(value, this.#used);
    this.#used += 4;
    this.length += 4;
  }

  bytes(value: Uint8Array): void {
    this.#flush();
    attempt(this.file, () => {
      for (let done = 0; done < value.length;) done += writeSync(this.#descriptor, value, done);
    });
    this.length += value.length;
  }

  /** Short pieces, which are worth copying. */
  text(value: Buffer, start: number): void {
    const size = value.length - start;
    if (size > BUFFER_BYTES) {
      this.bytes(value.subarray(start));
      return;
    }
    if (this.#used + size > BUFFER_BYTES) this.#flush();
    value.copy(this.#buffer, this.#used, start);
    this.#used += size;
    this.length += size;
  }

  close(): void {
    try {
      this.#flush();
    } finally {
      closeSync(this.#descriptor);
    }
  }

  #flush(): void {
    const used = this.#used;
    this.#used = 0;
    attempt(this.file, () => {
      for (let done = 0; done < used;) done += writeSync(this.#descriptor, this.#buffer, done, used - done);
    });
  }
}

/** The bytes of a file in pieces that are overwritten by the next. */
export function* filePieces(file: string): Generator<Buffer> {
  const descriptor = openSync(file, 'r');
  try {
    const buffer = Buffer.alloc(BUFFER_BYTES);
    for (;;) {
      const length = readSync(descriptor, buffer, 0, BUFFER_BYTES, null);
      if (length === 0) return;
      yield buffer.subarray(0, length);
    }
  } finally {
    closeSync(descriptor);
  }
}

function attempt<T>(file: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw new OutputError(`cannot write ${file}: ${messageOf(error)}`, {
      hint: 'is the folder writable, and is there room on the disk?',
      cause: error,
    });
  }
}
