import { beforeAll, describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CrawlEvent } from '../../src/model/crawl-event.js';
import { without } from '../../src/support/without.js';
import { beesAndOtherThings } from '../support/bee-topic.js';
import { BEE_TEXTS, OTHER_TEXTS, SMALL_SEED, writeFiles, writeSmallWeb } from '../support/small-corpus.js';
import { itInFull } from '../support/thorough.js';
import { sfwc } from './run.js';
import { withSettings } from '../support/with-settings.js';

const { root, kb } = beesAndOtherThings();
const web = join(root, 'web');
const BOTH = ['--topic', 'bees', '--topic', 'other things'];
const MARKETS = 'http://bees.example/markets';
const out = join(root, 'out');
const keepAll = withSettings({ keepDuplicates: true });

beforeAll(async () => {
  await writeSmallWeb(web);
  await crawl(out);
});

async function crawl(folder: string, ...more: readonly string[]) {
  const place = ['--kb', kb, '--seeds', SMALL_SEED, '--out', folder, '--web', web];
  // The default strategy reads general English for a topic without a background, which takes a second.
  const strategy = more.includes('--strategy') ? [] : ['--strategy', 'breadth-first'];
  const small = ['--concurrency', '1', ...keepAll, '--set', 'follow=all', '--delay', '0', ...strategy];
  const finished = await sfwc([
    'crawl',
    ...(more.includes('--topic') ? [] : BOTH),
    ...place,
    ...small,
    ...more,
  ]);
  expect(finished.code).toBe(0);
  return finished;
}

async function eventsIn(folder: string): Promise<readonly CrawlEvent[]> {
  const lines = (await readFile(join(folder, 'events.jsonl'), 'utf8')).trim().split('\n');
  return lines.map((line) => JSON.parse(line) as CrawlEvent);
}

const PREFIXES = `PREFIX sfwc: <http://sfwcrawler.com/core#> PREFIX prov: <http://www.w3.org/ns/prov#>
  PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#> `;

async function rows(query: string): Promise<readonly string[]> {
  const { stdout, stderr } = await sfwc([
    'query',
    kb,
    `${PREFIXES}${query}`,
    '--crawl',
    out,
    '--format',
    'csv',
  ]);
  expect(stderr).not.toContain('error');
  return stdout.trim().split(/\r?\n/).slice(1);
}

describe('a crawl for several topics', () => {
  it('says of each judged page what each topic makes of it, and takes the best', async () => {
    const judgements = (await eventsIn(out)).flatMap(({ url, judgement }) =>
      judgement === undefined ? [] : [[url, judgement] as const],
    );
    expect(judgements.length).toBeGreaterThan(4);
    for (const [url, { topic, topics = [], ...best }] of judgements) {
      expect(topics.map((one) => one.topic)).toEqual(['bees', 'other things']);
      expect(topics.find((one) => one.topic === topic)).toEqual({ ...best, topic });
      expect(best.accepted).toBe(true);
      expect(topic).toBe(/markets|behind/.test(url) ? 'other things' : 'bees');
    }
  });

  it('judges by each topic as a crawl for it alone does', async () => {
    const verdicts = (events: readonly CrawlEvent[], topic?: string) =>
      new Map(
        events.map(({ url, judgement }) => {
          const one =
            topic === undefined ? judgement : judgement?.topics?.find((each) => each.topic === topic);
          return [url, one && without(one, 'topic')];
        }),
      );
    const both = await eventsIn(out);
    for (const topic of ['bees', 'other things']) {
      const alone = join(root, `alone ${topic}`);
      await crawl(alone, '--topic', topic);
      const events = await eventsIn(alone);
      const ofBoth = verdicts(both, topic);
      // Of a page and a redirect to it, the one that is requested first is judged.
      const judged = [...verdicts(events)].filter(([url, one]) => one && ofBoth.get(url));
      expect(judged.length).toBeGreaterThan(4);
      for (const [url, one] of judged) expect([url, ofBoth.get(url)]).toEqual([url, one]);
      expect(events.every(({ judgement }) => judgement?.topics === undefined)).toBe(true);
    }
  });

  it('counts the accepted pages of each topic', async () => {
    const finished = await crawl(join(root, 'counted'));
    expect(finished.stdout).toMatch(
      /^bees, other things: .* accepted at \d+ hosts?: \d+ for bees, \d+ for other things, 0 rejected/,
    );
    const status = await sfwc(['explain', out]);
    expect(status.stdout).toMatch(/accepted \(.*\) at \d+ hosts?: \d+ for bees, \d+ for other things/);
    const { counts } = JSON.parse((await sfwc(['explain', out, '--json'])).stdout) as {
      counts: { accepted: number; acceptedByTopic: Record<string, number> };
    };
    const perTopic = Object.values(counts.acceptedByTopic);
    expect(counts.acceptedByTopic).toEqual({ bees: expect.any(Number), 'other things': 2 });
    expect(perTopic.reduce((sum, count) => sum + count)).toBe(counts.accepted);
  });

  itInFull('states a decision by each topic in RDF that is valid, and one that counts', async () => {
    expect((await sfwc(['kb', 'validate', '--crawl', out])).code).toBe(0);
    expect(
      await rows(`SELECT ?t WHERE { ?c a sfwc:Crawl ; prov:used ?topic . ?topic rdfs:label ?t } ORDER BY ?t`),
    ).toEqual(['bees', 'other things']);
    expect(
      await rows(`SELECT ?t ?accepted ?counts WHERE {
        <${MARKETS}> sfwc:topicDecision ?d . ?d sfwc:byTopic ?topic ; sfwc:accepted ?accepted . ?topic rdfs:label ?t
        BIND(EXISTS { <${MARKETS}> sfwc:decision ?d } AS ?counts) } ORDER BY ?t`),
    ).toEqual(['bees,false,false', 'other things,true,true']);
  });

  it('has an explanation by each topic', async () => {
    const { stdout } = await sfwc(['explain', out, MARKETS]);
    expect(stdout).toMatch(/^topic bees: rejected: .*\n[^]*^topic other things: accepted: /m);
  });

  it('has pages that can be asked for by topic', async () => {
    const pages = async (...topics: readonly string[]) => {
      const { stdout } = await sfwc(['pages', out, ...topics]);
      return stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { url: string; topic: string; topics: string[] });
    };
    const all = await pages();
    const others = await pages('--topic', 'other things');
    expect(others.map(({ url }) => url).sort()).toEqual([MARKETS, 'http://news.example/behind']);
    for (const { topic, topics } of others)
      expect([topic, topics]).toEqual(['other things', ['other things']]);
    expect(all).toHaveLength(others.length + (await pages('--topic', 'bees')).length);
    expect(await pages(...BOTH)).toEqual(all);
    const unknown = await sfwc(['pages', out, '--topic', 'opera']);
    expect(unknown.stderr).toMatch(/is not about 'opera'[^]*bees, other things/);
  });

  it('cannot be rated', async () => {
    const { code, stderr } = await sfwc(['rate', out, '--rater', 'ann']);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('is about several topics: bees, other things'),
    ]);
  });
});

describe('sfwc classify by several topics', () => {
  const judge = (...args: readonly string[]) => sfwc(['classify', ...args, '--kb', kb, ...BOTH]);
  let pages: string;
  beforeAll(async () => {
    const text = (texts: Readonly<Record<string, string>>) => Object.values(texts).join('\n\n');
    pages = await writeFiles(join(root, 'pages'), {
      'bees.txt': text(BEE_TEXTS),
      'other.txt': text(OTHER_TEXTS),
    });
  });

  it('writes a judgement by each topic', async () => {
    const { stdout, stderr } = await judge(pages, '--json');
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { topics: object[] });
    expect(lines).toEqual([
      expect.objectContaining({ accepted: true, topic: 'bees' }),
      expect.objectContaining({ accepted: true, topic: 'other things' }),
    ]);
    for (const { topics } of lines)
      expect(topics).toEqual(
        ['bees', 'other things'].map((topic) =>
          expect.objectContaining({ topic, accepted: expect.any(Boolean), score: expect.any(Number) }),
        ),
      );
    expect(stderr).toContain('2 pages: 2 accepted');
  });

  it('judges one page', async () => {
    const file = join(pages, 'other.txt');
    expect((await judge(file)).stdout).toMatch(
      /^accepted\t[-\d.]+\t.*other\.txt\tbees [\d.]+ \(rejected\), other things [-\d.]+\n$/,
    );
    expect(JSON.parse((await judge(file, '--json')).stdout)).toMatchObject({
      topic: 'other things',
      topics: [{ topic: 'bees', accepted: false }, { accepted: true }],
    });
    expect((await judge(file, '--explain')).stdout).toMatch(/^topic bees: [^]*^topic other things: /m);
  });

  it.each([
    [['classify', 'page.html', '--thesaurus', 'bees.ttl'], 'a thesaurus is that of one topic'],
    [
      [
        'crawl',
        '--seeds',
        SMALL_SEED,
        '--out',
        'o',
        '--strategy',
        'thesaurus',
        ...['--set', 'classifier=krs-paper', '--set', 'thesaurus=b.ttl'],
      ],
      'a thesaurus is that of one topic',
    ],
    [
      ['harvest', '--engine', 'http://127.0.0.1:9', '--out', 'o'],
      '--topic: takes one value, and 2 are given',
    ],
    [['build', 'texts'], '--topic: takes one value, and 2 are given'],
  ])('refuses what works with one topic: %j', async ([command = '', ...args], message) => {
    const page = args[0] === 'page.html' ? [join(pages, 'bees.txt'), ...args.slice(1)] : args;
    const { code, stderr } = await sfwc([command, ...page, '--kb', kb, ...BOTH]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});
