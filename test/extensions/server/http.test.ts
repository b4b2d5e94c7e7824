import { expect, it } from '@jest/globals';
import { Hono } from 'hono';
import { answerErrors, Problem } from '../../../src/extensions/server/http.js';
import { InputError, OutputError, UsageError } from '../../../src/model/errors.js';

it.each<[string, Error, number, string]>([
  ['what is not there', new Problem(404, 'there is no query x'), 404, 'there is no query x'],
  ['damaged input', new InputError('a.nq is not valid N-Quads'), 422, 'a.nq is not valid N-Quads'],
  ['wrong usage', new UsageError('no such setting', { hint: 'try x' }), 400, 'no such setting; try x'],
  ['a full disk', new OutputError('cannot write b'), 500, 'cannot write b'],
])('answers %s in a sentence, and logs nothing', async (_, error, status, text) => {
  const { answer, logged } = await answerTo(error);
  expect([answer.status, await answer.text()]).toEqual([status, `${text}\n`]);
  expect(logged).toEqual([]);
});

it('logs an internal error, and does not show it', async () => {
  const { answer, logged } = await answerTo(new TypeError('secret of /home/me'));
  expect([answer.status, await answer.text()]).toEqual([500, 'internal error\n']);
  expect(logged.join('')).toMatch(/^error: internal error: TypeError: secret of \/home\/me\n +at /);
});

async function answerTo(error: Error) {
  const logged: string[] = [];
  const app = new Hono();
  answerErrors(app, (line) => void logged.push(line));
  app.get('/', () => {
    throw error;
  });
  return { answer: await app.request('/'), logged };
}
