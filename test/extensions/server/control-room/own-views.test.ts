import { beforeAll, describe, expect, it } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Hono } from 'hono';
import { addOwnViews } from '../../../../src/extensions/server/control-room/own-views.js';
import { problemResponse } from '../../../../src/extensions/server/problem.js';
import { createControlRoomApp } from '../../../../src/extensions/server/control-room/serve-control-room.js';
import { definePlugin } from '../../../../src/judging/plugins/plugin.js';
import { loadPlugins } from '../../../../src/judging/plugins/load.js';
import { registerPlugins, type Plugins } from '../../../../src/judging/plugins/registry.js';
import type { ViewTable } from '../../../../src/judging/plugins/view-kind.js';
import { crawlEvent, eventLines } from '../../../support/crawl-events.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

const out = temporaryFolder();
const TOKEN = 'secret-token';

const PLUGIN = definePlugin({
  views: {
    depths: {
      title: 'Depths <b>',
      async show({ events }) {
        const counts = new Map<number, number>();
        for await (const { depth } of events()) counts.set(depth, (counts.get(depth) ?? 0) + 1);
        return { text: 'Pages by depth', columns: ['Depth', 'Pages'], rows: [...counts] };
      },
    },
    broken: { show: () => Promise.reject(new Error('no such thing')) },
    odd: { show: () => ({ columns: ['one'], rows: [[{}]] }) as unknown as ViewTable },
    long: {
      show: () => ({
        columns: ['n', 'text'],
        rows: Array.from({ length: 1500 }, (_, n) => (n === 0 ? [n, 'x'.repeat(900)] : [n])),
      }),
    },
  },
});

beforeAll(async () => {
  const events = [0, 1, 1].map((depth, sequence) =>
    crawlEvent({ sequence: sequence + 1, url: `http://a.example/${sequence}`, depth }),
  );
  await writeFile(path.join(out, 'events.jsonl'), eventLines(events));
});

function ask(at: string, plugins: Plugins, token = TOKEN): Promise<Response> {
  const { signal } = new AbortController();
  const app = createControlRoomApp([out], { host: '127.0.0.1', token: TOKEN, every: 1, signal, plugins });
  const headers = { host: 'localhost:8080', authorization: `Bearer ${token}` };
  return Promise.resolve(app.request(`http://localhost:8080/api/crawls/0/${at}`, { headers }));
}

describe('views of plugins', () => {
  const plugins = registerPlugins([{ plugin: PLUGIN, origin: 'the test' }]);
  const table = async (name: string): Promise<ViewTable> =>
    (await (await ask(`views/${name}`, plugins)).json()) as ViewTable;
  const problem = async (name: string, of = plugins): Promise<unknown> => {
    const response = await ask(`views/${name}`, of);
    return [response.status, (await response.text()).trim()];
  };

  it('are listed with their titles, and show tables of the events', async () => {
    const listed = (await (await ask('views', plugins)).json()) as unknown[];
    expect(listed[0]).toEqual({ name: 'depths', title: 'Depths <b>' });
    expect(listed[1]).toEqual({ name: 'broken', title: 'broken' });
    expect(await table('depths')).toEqual({
      text: 'Pages by depth',
      columns: ['Depth', 'Pages'],
      rows: [
        [0, 1],
        [1, 2],
      ],
    });
  });

  it('are bounded in rows and cells, and rows have a cell for each column', async () => {
    const { text, rows } = await table('long');
    expect(text).toBe('the first 1000 of 1500 rows');
    expect(rows).toHaveLength(1000);
    expect(String(rows[0]?.[1])).toHaveLength(500);
    expect(rows[1]).toEqual([1, '']);
  });

  it('name themselves where they fail or give no table', async () => {
    expect(await problem('broken')).toEqual([500, "the view 'broken' failed: no such thing"]);
    expect(await problem('odd')).toEqual([
      500,
      expect.stringMatching(/^the view 'odd' gave no table: rows\.0\.0: /),
    ]);
    expect(await problem('none')).toEqual([404, "the view 'none' does not exist"]);
    expect(await problem('depths', registerPlugins([]))).toEqual([404, "the view 'depths' does not exist"]);
  });

  it('end when their time is over, and what failed before leaves nothing behind', async () => {
    const views = {
      endless: { show: () => new Promise<never>(() => undefined) },
      hasty: {
        show: () => {
          throw new Error('at once');
        },
      },
    };
    const app = new Hono();
    app.onError((error) => problemResponse(error));
    const own = registerPlugins([{ plugin: { views }, origin: 'the test' }]);
    addOwnViews(app, own, () => out, new AbortController().signal, 20);
    const answerOf = async (name: string): Promise<unknown> => {
      const response = await app.request(`http://localhost/api/crawls/0/views/${name}`);
      return [response.status, (await response.text()).trim()];
    };
    expect(await answerOf('hasty')).toEqual([500, "the view 'hasty' failed: at once"]);
    expect(await answerOf('endless')).toEqual([504, "the view 'endless' took more than 0.02 seconds"]);
  });

  it('need the token', async () => {
    expect((await ask('views', plugins, 'wrong')).status).toBe(401);
  });

  it('are read from modules', async () => {
    const file = path.join(out, 'view.mjs');
    await writeFile(file, 'export const views = { one: { show: () => ({ columns: ["a"], rows: [[1]] }) } };');
    const loaded = await loadPlugins([file]);
    expect(await (await ask('views/one', loaded)).json()).toEqual({ columns: ['a'], rows: [[1]] });
  });
});
