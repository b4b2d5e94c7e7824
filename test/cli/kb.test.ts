import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { damagedCopy, edited } from '../support/damaged-copy.js';
import { startSparqlServer, type SparqlServer } from '../support/sparql-server.js';
import { sfwc } from './run.js';
import { beeTopic } from '../support/bee-topic.js';

const { root: folder, kb, bees, others } = beeTopic({ nif: true });
let server: SparqlServer;
let names: readonly string[] = [];

beforeAll(async () => {
  const build = ['build', bees, '--topic', 'bees', '--background', others, '--nif'];
  server = await startSparqlServer();
  expect(await sfwc([...build, '--kb', server.url, '--set', `updateUrl=${server.update}`])).toMatchObject({
    code: 0,
  });
  names = (await readdir(kb)).sort();
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

describe('kb info', () => {
  it('tells people what a topic is', async () => {
    const { code, stdout } = await sfwc(['kb', 'info', kb]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/topic +bees <http:\/\/sfwcrawler\.com\/kb\/bees>\n/);
    expect(stdout).toMatch(/documents +12\n/);
    expect(stdout).toMatch(/background +6 documents\n/);
    for (const name of names) expect(stdout).toContain(name);
  });
});

describe('kb export', () => {
  it('writes to standard output, nothing else', async () => {
    const { code, stdout, stderr } = await sfwc(['kb', 'export', kb, '--format', 'nquads']);
    expect([code, stderr]).toEqual([0, '']);
    const lines = stdout.trim().split('\n');
    expect(lines.every((line) => line.endsWith(' .'))).toBe(true);
    expect(stdout).toContain(' <http://sfwcrawler.com/kb/bees/nif> .');
  });

  it('writes a file and says so; says what a form without graphs loses', async () => {
    const out = path.join(folder, 'bees.ttl.gz');
    const { code, stdout, stderr } = await sfwc(['kb', 'export', kb, '--format', 'turtle', '--out', out]);
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr).toMatch(
      /warning: turtle has no graphs: 3 graphs became one; .*\nsaved .*bees\.ttl\.gz: \d+ statements, graphs: 3\n/,
    );
    expect(gunzipSync(await readFile(out)).toString()).toContain('<http://sfwcrawler.com/core#Topic>');
  });
});
