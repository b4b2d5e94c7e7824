import { expect, it } from '@jest/globals';
import { Hono } from 'hono';
import { needsToken } from '../../../src/extensions/server/request-guard.js';
import { problemResponse } from '../../../src/extensions/server/http.js';

it.each([
  [200, 'Bearer secretsecret'],
  [200, 'bearer  secretsecret'],
  [401, undefined],
  [401, ''],
  [401, 'Bearer'],
  [401, 'Bearer secretsecre'],
  [401, 'Bearer secretsecrett'],
  [401, 'Basic secretsecret'],
])('answers %i to %j', async (status, authorization) => {
  const app = new Hono();
  app.onError((error) => problemResponse(error));
  app.use(needsToken('secretsecret'));
  app.get('/', (context) => context.text(''));
  const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
  expect((await app.request('/', { headers })).status).toBe(status);
});
