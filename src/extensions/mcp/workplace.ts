import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { McpSettings } from './mcp-settings.js';
import type { Fetcher } from '../../model/crawl-event.js';
import type { Logger } from '../../support/logger.js';
import type { Clock } from '../../support/time/clock.js';
import type { AllowedWeb } from './allowed-web.js';
import type { Crawls } from './crawls.js';
import type { ReadableFiles } from './readable-files.js';
import { Refusal } from './refusal.js';

/** What a server may be given from outside. */
export interface McpSurroundings {
  /** Messages for the person who started the server. */
  readonly logger: Logger;
  /** Takes the place of the network, for instance a stored web. */
  readonly fetcher?: Fetcher;
  readonly clock?: Clock;
  /** The compiled worker that answers queries; for tests, which run from the sources. */
  readonly script?: URL;
}

/** What tools and resources work with: everything that they may use. */
export interface Workplace extends McpSurroundings {
  readonly server: McpServer;
  readonly settings: McpSettings;
  readonly web: AllowedWeb;
  readonly files: ReadableFiles;
  readonly crawls: Crawls;
}

/** @throws Refusal where the server is for reading only */
export function mayChange({ settings }: Workplace, what: string): void {
  if (settings.readOnly) throw new Refusal('readOnly', `assistants cannot ${what}`);
}
