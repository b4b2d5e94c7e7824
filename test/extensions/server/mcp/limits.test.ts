import { describe, expect, it } from '@jest/globals';
import { defaultsOf } from '../../../../src/app/settings/resolve.js';
import { isOffered, withinLimits } from '../../../../src/extensions/server/mcp/assistant-server.js';
import { mcpFields } from '../../../../src/extensions/server/settings.js';
import { workbenchOperations } from '../../../../src/extensions/server/workbench/operations.js';
import {
  roomOperations,
  type ControlRoom,
} from '../../../../src/extensions/server/control-room/room-operations.js';
import type { Workbench } from '../../../../src/extensions/server/workbench/workbench.js';

const LIMITS = { ...defaultsOf(mcpFields), contact: 'me@example.org', maxPages: 100 };
const HOSTS = { ...LIMITS, hosts: ['example.org', '*.example.org'] };
const none = () => Promise.resolve(0);
const crawl = { name: 'bees', seeds: ['https://example.org/'] };

describe('the limits of crawls', () => {
  it('are set if a crawl has none', async () => {
    expect(await withinLimits('/api/crawls', crawl, LIMITS, none)).toEqual({
      ...{ ...crawl, contact: 'me@example.org', maxPages: 100, maxSeconds: 3600, delay: 1, concurrency: 8 },
    });
  });

  it('refuse what is beyond them', async () => {
    const start = (more: object, running: number) => async () =>
      withinLimits('/api/crawls', { ...crawl, ...more }, LIMITS, () => Promise.resolve(running));
    await expect(start({ maxPages: 101 }, 0)).rejects.toThrow(/--max-pages.*100 at most/);
    await expect(start({ delay: 0.5 }, 0)).rejects.toThrow(/--delay.*1 seconds at least/);
    await expect(start({}, 1)).rejects.toThrow(/--max-crawls/);
  });

  it('hold for continued crawls and for steering', async () => {
    const call = (path: string, given: object) => async () =>
      withinLimits(path, given as Record<string, unknown>, HOSTS, none);
    await expect(call('/api/crawls/:crawl/resume', { maxPages: 200 })).rejects.toThrow(/--max-pages/);
    const actions = '/api/crawls/:crawl/actions';
    await expect(call(actions, { action: { kind: 'pace', delay: 0 } })).rejects.toThrow(/--delay/);
    const seed = { kind: 'seed', urls: ['https://other.example/'] };
    await expect(call(actions, { action: seed })).rejects.toThrow(/--hosts.*other\.example/);
  });
});

it('refuses addresses of other hosts', async () => {
  const judge = (address: string) => async () =>
    withinLimits('/api/topics/:topic/judge', { topic: 'bees', body: { address } }, HOSTS, none);
  await expect(judge('https://www.example.org/a')()).resolves.toMatchObject({ topic: 'bees' });
  await expect(judge('https://example.org.evil.example/')).rejects.toThrow(/--hosts/);
  await expect(judge('https://evil.example/?https://example.org/')).rejects.toThrow(/--hosts/);
});

it('offers what reads, and no files or streams', () => {
  const all = [...roomOperations({} as ControlRoom), ...workbenchOperations({} as Workbench)];
  const offered = (readOnly: boolean) =>
    all.filter((one) => isOffered(one, { readOnly })).map(({ method, path }) => `${method} ${path}`);
  expect(offered(false)).toEqual(
    expect.arrayContaining(['post /api/crawls', 'put /api/topics/:topic/texts/:file']),
  );
  expect(offered(false).join()).not.toMatch(/stream|exports|archived|put \/api\/webs/);
  expect(offered(true).filter((one) => !one.startsWith('get'))).toEqual(['post /api/topics/:topic/judge']);
});
