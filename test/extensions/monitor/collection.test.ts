import { describe, expect, it } from '@jest/globals';
import { parseCollection } from '../../../src/extensions/monitor/collection.js';

const parse = (text: string) => parseCollection(text, '/data/bees.yaml');
const least = "seeds: ['https://a.example/', more.txt]\nout: bees\n";

describe('the file of a collection', () => {
  it('has defaults, durations in days, and paths from its folder', () => {
    const settings = parse(
      `${least}kb: kb\ntopic: bees\nevery: 6h\ncrawl:\n  thesaurus: t.ttl\n  delay: 2\n`,
    );
    expect(settings).toMatchObject({
      ...{ every: 0.25, budget: 200, kb: '/data/kb', out: '/data/bees', topic: 'bees' },
      seeds: ['https://a.example/', '/data/more.txt'],
      crawl: { delay: 2, thesaurus: '/data/t.ttl', scope: 'any' },
    });
  });

  it.each([
    [`${least}budgt: 5\n`, "/data/bees.yaml, line 3: budgt: is not a setting; did you mean 'budget'?"],
    [
      `${least}every: soon\n`,
      "/data/bees.yaml, line 3: every: 'soon' is not a duration such as 90m, 6h, 1d or 2w",
    ],
    [
      `${least}crawl:\n  delay: 1\n  scop: host\n`,
      "/data/bees.yaml, line 5: crawl.scop: is not a setting; did you mean 'scope'?",
    ],
    [`${least}crawl:\n  maxPages: 5\n`, '/data/bees.yaml, line 4: crawl.maxPages: is not a setting'],
    ['out: bees\n', '/data/bees.yaml: seeds: is required'],
    [`a: &a [x]\nb: [${'*a,'.repeat(200)}]\n`, '/data/bees.yaml'],
  ])('is refused with file, line and key: %#', (text, message) => {
    expect(() => parse(text)).toThrow(message);
  });
});
