import { beforeAll, expect, it } from '@jest/globals';
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ROOT, sfwc } from '../cli/run.js';
import { writeCrawlFolder } from '../support/crawl-folder.js';
import { listen } from '../support/listen.js';
import { placesIn, temporaryFolder } from '../support/temporary-folder.js';
import { describeUnless } from './data.js';

const place = placesIn(temporaryFolder());
const out = place();
const urls = ['http://a.example/bees', 'http://a.example/honey', `http://a.example/${'long'.repeat(200)}`];

beforeAll(() => {
  const links = [urls[1]!, urls[0]!, 'http://elsewhere.example/', 'http://a.example/comb'];
  const pages = [
    { title: 'Bees <&\u0001', event: { links } },
    { title: 'Honey', event: { links: [urls[0]!], finalUrl: 'http://a.example/comb' } },
    { title: 'Wax', event: { checksum: 'f'.repeat(64) } },
  ];
  writeCrawlFolder(
    out,
    pages.map((page, number) => ({ ...page, url: urls[number]!, text: 'Bees make honey. They fly.' })),
  );
});

/** Runs a recipe of `examples/python/`. */
async function run(
  words: readonly string[],
  input = '',
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const [program = '', recipe = '', ...rest] = words;
  const child = spawn(program, [join(ROOT, 'examples/python', recipe), ...rest]);
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  child.stdin.end(input);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await ended, stdout, stderr };
}

async function linesOfPages(): Promise<string> {
  const { code, stdout, stderr } = await sfwc(['pages', out, '--format', 'jsonl']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}

function missing(program: string, args: readonly string[]): string | undefined {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0
    ? undefined
    : `${program} ${args.join(' ')} fails`;
}

describeUnless(missing('python3', ['-c', 'import networkx']), 'the recipe of networks', () => {
  it('writes the links between accepted pages as GEXF', async () => {
    const file = `${place()}.gexf`;
    expect(await run(['python3', 'network.py', out, file])).toEqual({ code: 0, stdout: '', stderr: '' });
    const gexf = readFileSync(file, 'utf8');
    expect(gexf.match(/<node [^>]*/g)).toHaveLength(3);
    expect(gexf).toContain(`<node id="${urls[0]!}" label="Bees &lt;&amp;"`);
    expect(
      [...gexf.matchAll(/<edge source="(\S+)" target="(\S+)"/g)].map(([, from, to]) => [from, to]),
    ).toEqual([
      [urls[0], urls[1]],
      [urls[1], urls[0]],
    ]);
  });
});

const ENGLISH =
  "import stanza; stanza.Pipeline('en', processors='tokenize,mwt,pos,lemma,depparse', verbose=False)";

describeUnless(missing('python3', ['-c', ENGLISH]), 'the recipe of linguistics', () => {
  it('writes CoNLL-U', async () => {
    const { code, stdout } = await run(['python3', 'linguistics.py'], await linesOfPages());
    expect(code).toBe(0);
    const texts = stdout.split('# newdoc id = ').slice(1);
    expect(texts.map((one) => one.split('\n')[0])).toEqual(urls);
    expect(texts[0]).toMatch(/^1\tBees\tbee\tNOUN(\t[^\t\n]+){6}$/m);
  }, 600_000);
});

describeUnless(
  missing('jq', ['--version']) ?? missing('curl', ['--version']),
  'the recipe of search servers',
  () => {
    it('sends the pages, and fails where one is refused', async () => {
      const asked: string[][] = [];
      const server = await listen((request, response) => {
        void text(request).then((body) => {
          asked.push([request.method ?? '', request.url ?? '', request.headers['content-type'] ?? '', body]);
          const refused = { _id: 'x', error: { reason: 'too long' } };
          response.end(
            JSON.stringify(
              asked.length === 1
                ? { errors: false, items: [] }
                : { errors: true, items: [{ index: refused }] },
            ),
          );
        });
      });
      try {
        const index = `${server.address}/pages`;
        const lines = await linesOfPages();
        expect(await run(['sh', 'push.sh', index], lines)).toEqual({ code: 0, stdout: '', stderr: '' });
        expect(await run(['sh', 'push.sh', index], lines)).toMatchObject({
          code: 1,
          stderr: 'x: too long\n',
        });
        const [method, address, type, body = ''] = asked[0] ?? [];
        expect([method, address, type]).toEqual(['POST', '/pages/_bulk', 'application/x-ndjson']);
        expect(body).toMatch(/\n$/);
        const sent = body
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line) as object);
        expect(sent.filter((_, number) => number % 2 === 0)).toEqual(
          [urls[0], urls[1], 'f'.repeat(64)].map((_id) => ({ index: { _id } })),
        );
        expect(sent.filter((_, number) => number % 2 === 1)).toEqual(
          lines
            .trimEnd()
            .split('\n')
            .map((line) => JSON.parse(line) as object),
        );
      } finally {
        await server.close();
      }
    });
  },
);
