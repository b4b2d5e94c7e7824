import { describe, expect, it } from '@jest/globals';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sfwc } from '../../cli/run.js';
import { checkGexf } from '../../support/check-networks.js';
import { writeCrawlFolder } from '../../support/crawl-folder.js';
import { placesIn, temporaryFolder } from '../../support/temporary-folder.js';

const place = placesIn(temporaryFolder());
const out = place();
writeCrawlFolder(out, [
  {
    url: 'http://a.example/',
    title: 'A',
    text: 'A',
    event: { links: ['http://a.example/b', 'http://c.example/'] },
  },
  { url: 'http://a.example/b', title: 'B', text: 'B', event: { links: ['http://c.example/'] } },
]);

describe('sfwc network', () => {
  it('prints a network', async () => {
    const { code, stdout, stderr } = await sfwc(['network', out]);
    expect([code, stderr]).toEqual([0, '']);
    expect(checkGexf(stdout).edges).toHaveLength(3);
  });

  it('writes one, and says what it has', async () => {
    const to = join(place(), 'new', 'tables');
    const { code, stderr } = await sfwc(['network', out, '--format', 'csv', '--to', to]);
    expect([code, stderr]).toEqual([0, `wrote 3 pages (1 not crawled) and 3 links to ${to}\n`]);
    expect([existsSync(join(to, 'nodes.csv')), existsSync(join(to, 'edges.csv'))]).toEqual([true, true]);
  });

  it('prints seeds for the next crawl', async () => {
    const { stdout } = await sfwc(['network', out, '--of', 'sites', '--format', 'seeds']);
    expect(stdout).toBe(
      '# Sites that were found and not crawled, the most linked first.\nhttp://c.example/\n',
    );
  });

  it('suggests folders', async () => {
    const [from, links] = [place(), ['http://u.example/~a/', 'http://u.example/']];
    const pages = ['a', 'b'].map((host) => ({
      url: `http://${host}.example/`,
      title: 'A',
      text: 'A',
      event: { links },
    }));
    writeCrawlFolder(from, pages);
    const { code, stdout } = await sfwc(['network', from, '--suggest']);
    expect([code, stdout]).toEqual([
      0,
      'http://u.example/~a/ # 2 other hosts link to it, 2 to what is next to it; pages judged: 0\n',
    ]);
    const none = await sfwc(['network', out, '--suggest']);
    expect([none.stdout, none.stderr]).toEqual(['', 'no folder has links of its own from two other hosts\n']);
  });

  it('says why a network is empty', async () => {
    const empty = place();
    writeCrawlFolder(empty, []);
    const { code, stdout, stderr } = await sfwc(['network', empty]);
    expect([code, stderr]).toEqual([0, `warning: no page was judged, or none accepted in ${empty}\n`]);
    expect(checkGexf(stdout).nodes.size).toBe(0);
    const seeds = await sfwc(['network', empty, '--format', 'seeds']);
    expect(seeds.stderr).toBe(`warning: every address that was found was crawled in ${empty}\n`);
  });

  it.each([
    [['--format', 'csv'], /^error: --format csv writes nodes\.csv and edges\.csv: name a folder with --to/],
    [['--sites', 'x'], /^error: --sites applies to a network of sites/],
    [['--of', 'nouns', '--format', 'seeds'], /^error: nouns cannot be seeds/],
    [['--of', 'sites', '--sites', '/nowhere'], /^error: cannot read the sites \/nowhere: /],
  ])('refuses %j', async (args, message) => {
    const { code, stderr } = await sfwc(['network', out, ...args]);
    expect([code > 0, stderr]).toEqual([true, expect.stringMatching(message)]);
  });

  it('names a damaged description', async () => {
    const damaged = place();
    writeCrawlFolder(damaged, []);
    writeFileSync(join(damaged, 'crawl.json'), '{');
    const { code, stderr } = await sfwc(['network', damaged]);
    expect(code).toBeGreaterThan(0);
    expect(stderr).toMatch(/^error: .*crawl\.json/);
  });
});
