import { takeCall, type CallOptions } from '../../app/settings/call-options.js';
import type { WithParts } from '../../app/settings/plugin-options.js';
import { checkSettings } from '../../app/settings/resolve.js';
import { checkArguments } from '../../support/check-arguments.js';
import { describeCorpus as describeTexts, type CorpusStatistics } from './corpus-stats.js';
import type { CorpusStatsOptions } from './corpus-stats-settings.js';
import { describeWeb as describe, serveStoredWeb as serveStored, type WebDescription } from './stored-web.js';
import {
  webInfoFields,
  webServeFields,
  type WebInfoOptions,
  type WebServeOptions,
} from './web-commands-settings.js';

/** The API of this extension: what corpora and stored webs hold. */
export type {
  CallOptions,
  CorpusStatistics,
  CorpusStatsOptions,
  WebDescription,
  WebInfoOptions,
  WebServeOptions,
};

/** Describes a corpus as `buildTopic` would read it. @throws UsageError, InputError */
export async function describeCorpus(
  sources: readonly string[],
  options: WithParts<CorpusStatsOptions, 'readers'> & CallOptions = {},
): Promise<CorpusStatistics> {
  const { onProblem, settings } = takeCall('describeCorpus', options);
  return describeTexts(sources, settings, onProblem);
}

/** Describes a web in files: hosts, pages, topics. @throws InputError when the path holds none */
export async function describeWeb(
  path: string,
  options: WebInfoOptions & CallOptions = {},
): Promise<WebDescription> {
  checkArguments('describeWeb', { path: [path, 'string'] });
  const { settings } = takeCall('describeWeb', options);
  return describe(path, checkSettings(webInfoFields, settings));
}

/** A web in files that is served. */
export interface ServedWeb {
  /** Its address, with a slash at the end. */
  readonly address: string;
  readonly port: number;
  close(): Promise<void>;
}

/** Serves a web in files on loopback, until it is closed. @throws InputError when the path holds none */
export async function serveStoredWeb(
  path: string,
  options: WebServeOptions & CallOptions = {},
): Promise<ServedWeb> {
  checkArguments('serveStoredWeb', { path: [path, 'string'] });
  const { settings: asked } = takeCall('serveStoredWeb', options);
  const settings = checkSettings(webServeFields, asked);
  const { server } = await serveStored(path, settings, settings.port);
  return {
    address: `http://${server.address}:${server.port}/`,
    port: server.port,
    close: () => server.close(),
  };
}
