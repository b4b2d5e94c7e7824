import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { damagedCopy, edited } from '../support/damaged-copy.js';
import { sfwc } from './run.js';
import { beeTopic } from '../support/bee-topic.js';

const { root: folder, kb } = beeTopic();
describe('kb validate', () => {
  it('finds nothing wrong with what was built, and refuses an endpoint', async () => {
    expect(await sfwc(['kb', 'validate', kb])).toEqual({
      code: 0,
      stdout: 'conforms (1 looked at)\n',
      stderr: '',
    });
    expect(await sfwc(['kb', 'validate', 'http://127.0.0.1:9/sparql'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is no folder or file'),
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
