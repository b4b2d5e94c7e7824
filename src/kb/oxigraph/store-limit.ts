import { InputError, SfwcError } from '../../model/errors.js';
import { readFileEnd } from '../files/file-end.js';

/**
 * Quads that the in-process store holds. Oxigraph runs in WebAssembly, whose memory ends at 4 GB; filled with nouns,
 * documents and counts as topics have them it died at 15.3 million quads, of 265 bytes each.
 */
export const MOST_QUADS = 14_000_000;

/** Bytes outside the JavaScript heap from which a failure of the engine means that its 4 GB are used up. */
const NEARLY_FULL = 2e9;

/**
 * Finds out, before anything is loaded, whether files are too large to be loaded together. Files that do not say how
 * much they hold count nothing: of them the loading itself finds out.
 * @param place what the error names
 * @throws InputError that says how large they are and what to do
 */
export async function checkSize(
  files: readonly string[],
  place: string,
  most: number = MOST_QUADS,
): Promise<void> {
  let quads = 0;
  for (const file of files) quads += (await readFileEnd(file))?.quads ?? 0;
  checkCount(quads, place, most);
}

/** @param place what the error names @throws InputError as {@link checkSize} */
export function checkCount(quads: number, place: string, most: number): void {
  if (quads > most) throw tooLarge(`${place} holds ${millions(quads)} million triples, more`, most);
}

/** The error for what does not fit. @param what the beginning of its message, up to “more” */
export function tooLarge(what: string, most: number, cause?: unknown): InputError {
  return new InputError(
    `${what} than the store inside this process holds: ${millions(most)} million triples (its memory ends at 4 GB)`,
    {
      hint: 'keep it in a SPARQL endpoint (sfwc build --kb https://host/sparql) and ask that (sfwc query https://host/sparql, or --source beside others); or split it into several topics, or build it without a NIF layer. Crawling and judging work on the file as it is',
      ...(cause === undefined ? {} : { cause }),
    },
  );
}

/** Whether the engine itself broke down: after this its store must not be used any more. */
export function isEngineFailure(error: unknown): boolean {
  const name = (error as { readonly name?: unknown } | null)?.name;
  return name === 'RuntimeError' || name === 'RangeError';
}

/**
 * What an error met while loading means: a failed allocation ends WebAssembly code with a trap.
 * @param quads read until then
 * @param most see {@link MOST_QUADS}
 * @param external bytes outside the JavaScript heap
 */
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
