import { closeWeb, openStoredWeb } from '../../app/crawl/setup/open-stored-web.js';
import type { WebSettings } from '../../app/settings/web-settings.js';
import type { WebServer } from '../../web/stored/stored-webs-port.js';
import { loadPort } from '../../judging/plugins/load-port.js';

/** What a stored web holds. */
export interface WebDescription {
  readonly name: string;
  readonly hosts: number;
  readonly pages: number;
  readonly topics: readonly {
    readonly name: string;
    readonly seeds: number;
    readonly corpus: number;
    readonly targets: number;
  }[];
  /** What could not be read. */
  readonly problems: readonly string[];
}

/** Describes the web that a path holds. @throws InputError as {@link openStoredWeb} */
export async function describeWeb(path: string, settings: WebSettings): Promise<WebDescription> {
  const { web, topics } = await openStoredWeb(path, settings);
  try {
    return {
      name: web.name,
      hosts: web.hosts.size,
      pages: web.pages.length,
      topics: topics.map(({ name, seeds, corpus, targets }) => ({
        name,
        seeds: seeds.length,
        corpus: corpus.length,
        targets: targets.length,
      })),
      problems: web.problems ?? [],
    };
  } finally {
    await closeWeb(web);
  }
}

/** Serves the web that a path holds on loopback; closing the server closes the web. */
export async function serveStoredWeb(
  path: string,
  settings: WebSettings,
  port: number,
): Promise<{ readonly server: WebServer; readonly example: string; readonly problems: readonly string[] }> {
  const { web } = await openStoredWeb(path, settings);
  try {
    const server = await (await loadPort('storedWebs')).serveWeb(web, port);
    const close = async (): Promise<void> => {
      await server.close();
      await closeWeb(web);
    };
    return { server: { ...server, close }, example: web.pages[0] ?? '', problems: web.problems ?? [] };
  } catch (error) {
    await closeWeb(web);
    throw error;
  }
}
