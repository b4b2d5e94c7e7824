import { expect, it } from '@jest/globals';
import { chmodSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  readState,
  stateOf,
  writeState,
  type BrowserState,
} from '../../../src/extensions/sign-in/browser-state.js';
import type { BrowserStorage } from '../../../src/model/rendering.js';
import { failureOf } from '../../support/failure-of.js';
import { placesIn, temporaryFolder } from '../../support/temporary-folder.js';

const place = placesIn(temporaryFolder());

function cookie(name: string, domain: string): BrowserStorage['cookies'][number] {
  return {
    ...{ name, value: `value of ${name}`, domain, path: '/', expires: -1 },
    ...{ httpOnly: true, secure: true, sameSite: 'Lax' },
  };
}

const STATE: BrowserState = {
  hosts: ['members.example'],
  cookies: [cookie('own', 'members.example'), cookie('wide', '.example'), cookie('other', 'ads.example')],
  origins: [
    { origin: 'https://members.example', localStorage: [{ name: 'token', value: 's3cret' }] },
    { origin: 'https://ads.example', localStorage: [{ name: 'id', value: '1' }] },
  ],
};

async function written(text: string, mode = 0o600): Promise<string> {
  const file = `${place()}.json`;
  await writeState(file, { hosts: ['a.example'], cookies: [], origins: [] });
  writeFileSync(file, text);
  chmodSync(file, mode);
  return file;
}

it('is written for its owner alone, and read again', async () => {
  const file = join(place(), 'state.json');
  await writeState(file, STATE);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await readState(file)).toEqual(STATE);
});

it('gives hosts what is theirs, with cookies of domains above them', () => {
  expect(stateOf(['members.example'], STATE)).toEqual({
    hosts: ['members.example'],
    cookies: [cookie('own', 'members.example'), cookie('wide', '.example')],
    origins: [STATE.origins[0]],
  });
  expect(stateOf(['badmembers.example', 'example.org'], STATE).cookies.map(({ name }) => name)).toEqual([
    'wide',
  ]);
  const hostOnly = { cookies: [cookie('own', 'example')], origins: [] };
  expect(stateOf(['members.example'], hostOnly).cookies).toEqual([]);
});

it.each([
  ['not JSON', '{"cookies": [{"value": "s3cret"', /is not JSON/],
  ['another file', '{"cookies": "s3cret"}', /not the state of a browser: cookies is wrong/],
  [
    'a cookie without a domain',
    '{"cookies": [{"name": "a", "value": "s3cret"}]}',
    /cookies\.0\.domain is wrong/,
  ],
])('says what is wrong without saying what is in it: %s', async (_, text, message) => {
  const failure = await failureOf(readState(await written(text)));
  expect(failure.message).toMatch(message);
  expect(`${failure.message} ${String(failure.cause)} ${failure.stack}`).not.toContain('s3cret');
});

it('refuses a file that others can read, and one that is missing', async () => {
  const open = await written(JSON.stringify(STATE), 0o644);
  expect(await failureOf(readState(open))).toMatchObject({
    message: expect.stringContaining('others on this system can read it'),
    hint: `chmod 600 ${open}`,
  });
  expect((await failureOf(readState(`${place()}.json`))).message).toMatch(/cannot be read/);
});
