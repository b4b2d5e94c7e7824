/** The API of this extension: knowledge bases over HTTP. */
import { serve as serveHere, type ServeSurroundings } from './serve.js';
import { serveFields } from './serve-settings.js';
import { checkSettings } from '../../app/settings/resolve.js';
import type { ServeOptions } from './serve-settings.js';
import { UsageError } from '../../model/errors.js';
import { checkArguments } from '../../support/check-arguments.js';

/** A server that runs. */
export interface RunningServer {
  /** Its address, with a slash at the end. */
  readonly address: string;
  close(): Promise<void>;
}

/**
 * Serves knowledge bases: SPARQL, graph store and query page, until it is closed.
 * @param kbs folders of knowledge bases, or files of single topics
 * @throws UsageError for changes without a token; InputError for files and the address
 */
export async function serve(
  kbs: readonly string[],
  options: ServeOptions = {},
  onNote: ServeSurroundings['onNote'] = () => undefined,
): Promise<RunningServer> {
  checkArguments('serve', {
    kbs: [kbs, 'strings'],
    options: [options, 'object'],
    onNote: [onNote, 'function'],
  });
  if (kbs.length === 0) throw new UsageError('serve: name at least one knowledge base');
  return serveHere(kbs, checkSettings(serveFields, options), { onNote });
}
export type { ServeOptions } from './serve-settings.js';
