import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { damagedCopy, edited } from '../support/damaged-copy.js';
import { startSparqlServer, type SparqlServer } from '../support/sparql-server.js';
import { sfwc } from './run.js';
import { beeTopic } from '../support/bee-topic.js';

const { root: folder, kb, bees, others } = beeTopic({ nif: true });
let server: SparqlServer;

beforeAll(async () => {
  const build = ['build', bees, '--topic', 'bees', '--background', others, '--nif'];
  server = await startSparqlServer();
  expect(await sfwc([...build, '--kb', server.url, '--set', `updateUrl=${server.update}`])).toMatchObject({
    code: 0,
  });
});
afterAll(() => server.close());

describe('kb validate', () => {
  it('finds nothing wrong with what was built, in a folder and in an endpoint', async () => {
    expect(await sfwc(['kb', 'validate', kb])).toEqual({
      code: 0,
      stdout: 'conforms (1 looked at)\n',
      stderr: '',
    });
    expect(await sfwc(['kb', 'validate', server.url])).toMatchObject({
      code: 0,
      stdout: 'conforms (1 looked at)\n',
    });
  });

  it('tells a fault in one line, and in JSON, and ends with 1', async () => {
    const place = path.join(folder, 'untagged');
    await damagedCopy(
      kb,
      place,
      /^bees\.nq\.gz$/,
      edited((text) => text.replace(/posTag> "NN"/, 'posTag> "VB"')),
    );
    const text = await sfwc(['kb', 'validate', place]);
    expect(text.code).toBe(1);
    const [line = '', , verdict] = text.stdout.split('\n');
    expect(line).toContain(`${path.join(place, 'bees.nq.gz')}: <http://sfwcrawler.com/kb/bees/entity/`);
    expect(line).toContain('#posTag> “VB” ');
    expect(verdict === undefined ? '' : text.stdout.trim().split('\n').at(-1)).toMatch(
      /^does not conform: \d+ faults \(1 looked at\)$/,
    );
    const json = await sfwc(['kb', 'validate', place, '--json']);
    expect(JSON.parse(json.stdout)).toMatchObject({
      conforms: false,
      units: [path.join(place, 'bees.nq.gz')],
    });
  });
});
