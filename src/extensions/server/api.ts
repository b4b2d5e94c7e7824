/** `sfwc/server`: knowledge bases over HTTP. */
import { serve as serveHere } from './serve.js';
import { serveFields, type ServeOptions } from './settings.js';
import { checkSettings } from '../../app/settings/resolve.js';
import { UsageError } from '../../model/errors.js';
import { takeCall, type CallOptions } from '../../app/settings/call-options.js';
import { checkArguments } from '../../support/check-arguments.js';

export type { ServeOptions };

/** A server that runs. */
export interface RunningServer {
  /** Its address, with a slash at the end. */
  readonly address: string;
  close(): Promise<void>;
}

/**
 * Serves knowledge bases: SPARQL and query page, until it is closed.
 * @param kbs folders of knowledge bases, or files of single topics
 * @throws InputError for files and the address
 */
export async function serve(
  kbs: readonly string[],
  options: ServeOptions & CallOptions = {},
): Promise<RunningServer> {
  checkArguments('serve', { kbs: [kbs, 'strings'] });
  const { how, settings } = takeCall('serve', options);
  if (kbs.length === 0) throw new UsageError('serve: name at least one knowledge base');
  return serveHere(kbs, checkSettings(serveFields, settings), { onNote: (note) => how.logger?.info(note) });
}
