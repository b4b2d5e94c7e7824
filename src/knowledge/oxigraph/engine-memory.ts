import { stat } from 'node:fs/promises';
import { statedQuads } from '../files/nquads-file.js';

const PAGE_BYTES = 65_536;
/**
 * Bytes that the engine reserves for itself before data count: 172 MB with the first quads of a store and 340 MB with the first
 * thousand, most of which it never touches.
 */
const ENGINE_BYTES = 360_000_000;
/** 32-bit WebAssembly ends here, at 4 GB. */
const MAX_PAGES = 65_536;
/** Bytes of memory per quad of typical topic data are 265; others have longer texts. */
const BYTES_PER_QUAD = 500;
/** Memory for each byte of a file that does not state its size; gzip has packed it to a twentieth. */
const BYTES_PER_PACKED_BYTE = 60;
/** The section of a WebAssembly module that declares its memory, and the length of the header before the sections. */
const MEMORY_SECTION = 5;
const HEADER_BYTES = 8;

/** The bytes of memory that the store needs at most for files. */
export async function memoryOfFiles(files: readonly string[]): Promise<number> {
  let bytes = ENGINE_BYTES;
  for (const file of files) {
    const quads = await statedQuads(file);
    bytes += quads === undefined ? (await stat(file)).size * BYTES_PER_PACKED_BYTE : quads * BYTES_PER_QUAD;
  }
  return bytes;
}

/**
 * Bounds the memory of the SPARQL engine in this thread, where it has not been loaded yet. The limits of worker threads do not
 * hold for WebAssembly, and nobody can look at its memory while a query runs; so the module that is compiled next declares
 * less memory than the 4 GB it may have. An allocation beyond that fails as one beyond 4 GB does.
 */
export function boundEngineMemory(bytes: number): void {
  const original = WebAssembly.Module;
  const pages = Math.min(MAX_PAGES, Math.ceil(bytes / PAGE_BYTES));
  WebAssembly.Module = new Proxy(original, {
    construct(target, [source]: [Uint8Array]) {
      WebAssembly.Module = original;
      return new target(withMaximum(source, pages));
    },
  });
}

/**
 * Keeps this thread, which does nothing but query, from printing the stack trace that the engine writes to the console when
 * an allocation fails. The failure itself is thrown.
 */
export function silenceEngine(): void {
  Object.assign(console, { error: () => undefined });
}

/** A module whose own memory has so many pages at most, but no fewer than it begins with. */
export function withMaximum(module: Uint8Array, pages: number): Uint8Array<ArrayBuffer> {
  for (let at = HEADER_BYTES; at < module.length;) {
    const size = readNumber(module, at + 1);
    const end = size.next + size.value;
    if (module[at] === MEMORY_SECTION) {
      const least = readNumber(module, size.next + 2);
      // One memory, with a maximum.
      const body = [1, 1, ...numberOf(least.value), ...numberOf(Math.max(pages, least.value))];
      const section = [MEMORY_SECTION, ...numberOf(body.length), ...body];
      return new Uint8Array(
        Buffer.concat([module.subarray(0, at), Buffer.from(section), module.subarray(end)]),
      );
    }
    at = end;
  }
  return new Uint8Array(module);
}

/** An unsigned number in LEB128. */
function readNumber(bytes: Uint8Array, start: number): { readonly value: number; readonly next: number } {
  let value = 0;
  for (let at = start; ; at += 1) {
    const byte = bytes[at] ?? 0;
    value += (byte & 0x7f) * 2 ** (7 * (at - start));
    if (byte < 0x80) return { value, next: at + 1 };
  }
}

function numberOf(value: number): readonly number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...numberOf(Math.floor(value / 0x80))];
}
