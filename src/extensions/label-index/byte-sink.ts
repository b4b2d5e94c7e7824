import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { cannotWrite } from '../../support/files/cannot-write.js';

const BUFFER_BYTES = 1 << 20;

/** Writes bytes and numbers to a file through a buffer. Every method throws OutputError when writing fails. */
export class ByteSink {
  /** Bytes written so far. */
  length = 0;
  readonly #descriptor: number;
  readonly #buffer = Buffer.alloc(BUFFER_BYTES);
  #used = 0;

  constructor(readonly file: string) {
    this.#descriptor = this.#attempt(() => openSync(file, 'w'));
  }

  byte(value: number): void {
    this.#buffer[this.#place(1)] = value;
  }

  /** Seven bits per byte, low bits first; the eighth bit says that more follow. */
  varint(value: number): void {
    let left = value;
    for (; left >= 128; left = Math.floor(left / 128)) this.byte((left % 128) | 128);
    this.byte(left);
  }

  u32(value: number): void {
    this.#buffer.writeUInt32LE(value, this.#place(4));
  }

  bytes(value: Uint8Array): void {
    if (value.length <= BUFFER_BYTES) {
      this.#buffer.set(value, this.#place(value.length));
      return;
    }
    this.#flush();
    this.#write(value);
    this.length += value.length;
  }

  close(): void {
    try {
      this.#flush();
    } finally {
      closeSync(this.#descriptor);
    }
  }

  /** Makes room in the buffer and returns where it begins. */
  #place(size: number): number {
    if (this.#used + size > BUFFER_BYTES) this.#flush();
    const place = this.#used;
    this.#used += size;
    this.length += size;
    return place;
  }

  #flush(): void {
    const used = this.#used;
    this.#used = 0;
    this.#write(this.#buffer.subarray(0, used));
  }

  #write(bytes: Uint8Array): void {
    this.#attempt(() => {
      for (let done = 0; done < bytes.length;) done += writeSync(this.#descriptor, bytes, done);
    });
  }

  #attempt<T>(act: () => T): T {
    try {
      return act();
    } catch (error) {
      throw cannotWrite(this.file, error);
    }
  }
}

/** The bytes of a file in pieces; each piece overwrites the one before. */
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
