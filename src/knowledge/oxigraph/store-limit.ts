import { InputError, SfwcError } from '../../model/errors.js';
import { statedQuads } from '../files/nquads-file.js';

/**
 * Maximum quads of the in-process store. Oxigraph runs in WebAssembly with at most 4 GB of memory; with typical topic
 * data it failed at 15.3 million quads of 265 bytes each.
 */
export const MAX_QUADS = 14_000_000;

/** If more bytes than this are used outside the JavaScript heap, an engine failure means that its 4 GB are exhausted. */
const NEARLY_FULL = 2e9;

/**
 * Checks before loading whether files fit into the store together. Files that do not state their size are skipped; loading
 * checks them. @throws InputError
 */
export async function checkSize(
  files: readonly string[],
  place: string,
  most: number = MAX_QUADS,
): Promise<void> {
  let quads = 0;
  for (const file of files) quads += (await statedQuads(file)) ?? 0;
  if (quads > most) throw tooLarge(`${place} holds ${millions(quads)} million triples, more`, most);
}

/** The error for too many quads. @param what the beginning of its message, up to “more” */
export function tooLarge(what: string, most: number, cause?: unknown): InputError {
  return new InputError(
    `${what} than the store inside this process holds: ${millions(most)} million triples (its memory ends at 4 GB)`,
    {
      hint: 'keep it in a SPARQL endpoint (sfwc build --kb https://host/sparql) and query that (sfwc query https://host/sparql, or --source with others); or split it into several topics, or build it without a NIF layer',
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
