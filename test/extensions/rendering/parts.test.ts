import { expect, it } from '@jest/globals';
import http from 'node:http';
import path from 'node:path';
import { writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { findBrowser } from '../../../src/extensions/rendering/find-browser.js';
import { createScriptCache } from '../../../src/extensions/rendering/script-cache.js';
import { openSealedProxy } from '../../../src/extensions/rendering/sealed-proxy.js';
import { createSeats } from '../../../src/extensions/rendering/seats.js';
import { isTracker } from '../../../src/extensions/rendering/trackers.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const root = temporaryFolder();

it('finds the browser on the PATH before any other', async () => {
  const folder = path.join(root, 'bin');
  await mkdir(folder, { recursive: true });
  writeFileSync(path.join(folder, 'google-chrome'), '', { mode: 0o755 });
  writeFileSync(path.join(folder, 'chromium'), '', { mode: 0o644 });
  const found = await findBrowser({ PATH: ['/nowhere', folder].join(path.delimiter) });
  expect(found).toBe(path.join(folder, 'google-chrome'));
});

it('keeps the scripts asked for last, within its bytes', () => {
  const cache = createScriptCache(25);
  const response = (url: string, status = 200) => ({ url, status, headers: {}, body: new Uint8Array(10) });
  cache.put('a', response('a'));
  cache.put('b', response('b'));
  expect(cache.get('a')?.url).toBe('a');
  cache.put('c', response('c'));
  cache.put('d', response('d', 404));
  expect(['a', 'b', 'c', 'd'].map((url) => cache.get(url) !== undefined)).toEqual([true, false, true, false]);
});

it('knows trackers by their hosts, and those below them', () => {
  expect(isTracker('https://www.google-analytics.com/collect')).toBe(true);
  expect(isTracker('https://notgoogle-analytics.com/')).toBe(false);
  expect(isTracker('no address')).toBe(false);
});

it('gives seats to those who wait, the first first', async () => {
  const seats = createSeats(['one']);
  const seat = await seats.take();
  const order: number[] = [];
  const waiting = [1, 2].map((number) =>
    seats.take().then((taken) => {
      order.push(number);
      seats.giveBack(taken);
    }),
  );
  seats.giveBack(seat);
  await Promise.all(waiting);
  expect(order).toEqual([1, 2]);
});

it('refuses all that it is asked for', async () => {
  const proxy = await openSealedProxy();
  const { port } = new URL(proxy.address);
  const ask = (method: string, to: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const request = http.request({ host: '127.0.0.1', port, method, path: to, agent: false });
      request.once('response', (response) => resolve(response.resume().statusCode));
      request.once('connect', (response, socket) => {
        socket.destroy();
        resolve(response.statusCode);
      });
      request.once('error', reject).end();
    });
  expect(await ask('GET', 'http://127.0.0.1:1/')).toBe(403);
  expect(await ask('CONNECT', '127.0.0.1:1')).toBe(403);
  expect(proxy.refused).toBe(2);
  await proxy.close();
});
