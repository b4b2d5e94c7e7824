import { InputError, SfwcError } from '../../model/errors.js';
import { statedQuads } from '../files/nquads-file.js';
import { stat } from 'node:fs/promises';

/**
 * Maximum quads of the in-process store. Oxigraph runs in WebAssembly with at most 4 GB of memory; with typical topic
 * data it failed at 15.3 million quads of 265 bytes each.
 */
export const MAX_QUADS = 14_000_000;

/** If more bytes than this are used outside the JavaScript heap, an engine failure means that its 4 GB are exhausted. */
const NEARLY_FULL = 2e9;

/** Checks before loading that files which state their size fit into the store together. @throws InputError */
export async function checkSize(files: readonly string[], place: string): Promise<void> {
  let quads = 0;
  for (const file of files) quads += (await statedQuads(file)) ?? 0;
  if (quads > MAX_QUADS) throw tooLarge(`${place} holds ${millions(quads)} million triples, more`, MAX_QUADS);
}

/** The error for too many quads. @param what the beginning of its message, up to “more” */
export function tooLarge(what: string, most: number, cause?: unknown): InputError {
  return new InputError(
    `${what} than the store inside this process holds: ${millions(most)} million triples (its memory ends at 4 GB)`,
    {
      hint: 'keep it in a SPARQL endpoint (sfwc build --kb https://host/sparql), or split it into several topics, or build it without a NIF layer',
      cause,
    },
  );
}

/** True if the engine itself failed; its store must not be used afterwards. */
export function isEngineFailure(error: unknown): boolean {
  const name = (error as { readonly name?: unknown } | null)?.name;
  return name === 'RuntimeError' || name === 'RangeError';
}

/** Explains an error while loading: WebAssembly code traps when an allocation fails. */
export function explainLoading(
  error: unknown,
  quads: number,
  most: number,
  external: number = process.memoryUsage().external,
): unknown {
  if (error instanceof SfwcError || !isEngineFailure(error) || external < NEARLY_FULL) return error;
  return tooLarge(`after ${millions(quads)} million triples there is more to be loaded`, most, error);
}

function millions(count: number): string {
  return count < 100_000 ? String(count / 1e6) : (count / 1e6).toFixed(1);
}

const PAGE_BYTES = 65_536;
/** Bytes that the engine reserves before data count: 340 MB with the first thousand quads. */
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

/** Keeps the engine from writing a stack trace to the console when an allocation fails, which is thrown as well. */
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
