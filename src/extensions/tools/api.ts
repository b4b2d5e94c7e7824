import { checkSettings } from '../../app/settings/resolve.js';
import { checkArguments } from '../../support/check-arguments.js';
import { describeWeb as describe, serveStoredWeb as serveStored, type WebDescription } from './stored-web.js';
import {
  webInfoFields,
  webServeFields,
  type WebInfoOptions,
  type WebServeOptions,
} from './web-commands-settings.js';

/** The API of this extension: what corpora and stored webs hold. */
export { describeCorpus, type CorpusStatistics } from './corpus-stats.js';
export type { CorpusStatsOptions } from './corpus-stats-settings.js';
export type { WebDescription } from './stored-web.js';
export type { WebInfoOptions, WebServeOptions } from './web-commands-settings.js';

/** Describes a web in files: hosts, pages, topics. @throws InputError when the path holds none */
export async function describeWeb(path: string, options: WebInfoOptions = {}): Promise<WebDescription> {
  checkArguments('describeWeb', { path: [path, 'string'], options: [options, 'object'] });
  return describe(path, checkSettings(webInfoFields, options));
}

/** A web in files that is served. */
export interface ServedWeb {
  /** Its address, with a slash at the end. */
  readonly address: string;
  readonly port: number;
  close(): Promise<void>;
}

/** Serves a web in files on loopback, until it is closed. @throws InputError when the path holds none */
export async function serveStoredWeb(path: string, options: WebServeOptions = {}): Promise<ServedWeb> {
  checkArguments('serveStoredWeb', { path: [path, 'string'], options: [options, 'object'] });
  const settings = checkSettings(webServeFields, options);
  const { server } = await serveStored(path, settings, settings.port);
  return {
    address: `http://${server.address}:${server.port}/`,
    port: server.port,
    close: () => server.close(),
  };
}
