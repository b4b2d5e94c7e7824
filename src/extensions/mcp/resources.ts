import { ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import { ErrorCode, McpError, type ReadResourceResult } from '@modelcontextprotocol/sdk/types.js';
import { PARTS } from '../../judging/parts.js';
import { InputError } from '../../model/errors.js';
import { errorText } from './tool.js';
import { statusOf } from './tools/crawl-tools.js';
import { listedPages } from './tools/page-tools.js';
import { topicsOf } from './tools/topic-tools.js';
import type { Workplace } from './workplace.js';

/** Accepted pages in the resource of a crawl; the tool lists further ones. */
const PAGES = 100;

/** Adds topics and crawls as resources: descriptions of topics, summaries of crawls, and their accepted pages. */
export function addResources(workplace: Workplace): void {
  addTopics(workplace);
  addCrawls(workplace);
}

function addTopics(workplace: Workplace): void {
  const names = async (): Promise<string[]> => (await topicsOf(workplace)).topics.map(({ name }) => name);
  const template = new ResourceTemplate('sfwc://topics/{name}', {
    list: async () => ({
      resources: (await names()).map((name) => ({
        uri: `sfwc://topics/${encodeURIComponent(name)}`,
        name: `Topic ${name}`,
      })),
    }),
    complete: { name: async (begun) => (await names()).filter((name) => name.startsWith(begun)) },
  });
  const about = {
    title: 'Topics',
    description: 'What a topic holds and how it was made',
    mimeType: 'text/plain',
  };
  workplace.server.registerResource('topic', template, about, (uri, variables) =>
    answered(uri, 'text/plain', async () => {
      const name = nameOf(variables['name']);
      const { infoText } = await PARTS.topicInfo();
      const info = (await topicsOf(workplace)).topics.find((one) => one.name === name);
      if (info === undefined) throw new InputError(`topic '${name}' does not exist`);
      return infoText(info);
    }),
  );
}

function addCrawls(workplace: Workplace): void {
  const { server, crawls } = workplace;
  const templateOf = (end: string, title: string): ResourceTemplate =>
    new ResourceTemplate(`sfwc://crawls/{name}${end}`, {
      list: async () => ({
        resources: (await crawls.names()).map((name) => ({
          uri: `sfwc://crawls/${encodeURIComponent(name)}${end}`,
          name: `${title} ${name}`,
        })),
      }),
      complete: {
        name: async (begun) => (await crawls.names()).filter((name) => name.startsWith(begun)),
      },
    });
  const json = (what: unknown): string => JSON.stringify(what, null, 2);
  server.registerResource(
    'crawl',
    templateOf('', 'Crawl'),
    { title: 'Crawls', description: 'How a crawl went or stands', mimeType: 'application/json' },
    (uri, variables) =>
      answered(uri, 'application/json', async () =>
        json(await statusOf(workplace, nameOf(variables['name']))),
      ),
  );
  server.registerResource(
    'crawl-pages',
    templateOf('/pages', 'Accepted pages of'),
    {
      title: 'Accepted pages',
      description: `The first ${PAGES} accepted pages of a crawl; the tool list_pages lists more`,
      mimeType: 'application/json',
    },
    (uri, variables) =>
      answered(uri, 'application/json', async () =>
        json(await listedPages(workplace, nameOf(variables['name']), { offset: 0, limit: PAGES })),
      ),
  );
}

function nameOf(variable: string | string[] | undefined): string {
  const written = [variable ?? ''].flat().join('/');
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}

async function answered(
  uri: URL,
  mimeType: string,
  read: () => Promise<string>,
): Promise<ReadResourceResult> {
  try {
    return { contents: [{ uri: uri.href, mimeType, text: await read() }] };
  } catch (thrown) {
    throw new McpError(ErrorCode.InvalidParams, errorText(thrown));
  }
}
