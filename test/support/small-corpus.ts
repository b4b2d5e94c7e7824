import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A file or folder that is committed for tests. */
export const fixture = (name: string): string => join(import.meta.dirname, '../fixtures', name);

/** The texts of a folder of `test/fixtures`: file name → content. */
function textsIn(name: string): Readonly<Record<string, string>> {
  const folder = fixture(name);
  const files = readdirSync(folder).sort();
  return Object.fromEntries(files.map((file) => [file, readFileSync(join(folder, file), 'utf8')]));
}

/** Twelve short texts about beekeeping. */
export const BEE_TEXTS = textsIn('bees');
/** Six short texts about anything else. */
export const OTHER_TEXTS = textsIn('others');

/** Makes a temporary folder; whoever asked for it removes it. */
export async function makeFolder(): Promise<{ readonly path: string; readonly remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'sfwc-test-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** Writes files below a folder, which is made where it is missing, and returns the folder. */
export async function writeFiles(
  folder: string,
  files: Readonly<Record<string, string | Uint8Array>>,
): Promise<string> {
  await mkdir(folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  return folder;
}

const BEE_PAGE = `<p>The beekeeper opens the hive with a smoker and lifts a frame of comb. Brood and pollen fill the
cells, and the queen lays her eggs among the workers. A swarm leaves the hive in early summer with the old queen. Honey
and wax are the harvest of the apiary, and the colony needs honey to live through the winter in a cluster. Nurse bees
feed each larva, and drones mate with a young queen.</p>`;
const MARKET_PAGE = `<p>Investors sold shares of the bank after the election. The government lost its majority in
parliament, and the price of steel fell on the stock market. A broker spoke of a crash; the budget, the tax and the trade
deficit worried every company, said the minister at a conference in the capital. Trains, trucks and football stadiums
stood still during the strike of the union.</p>`;

function html(title: string, body: string, links: readonly string[] = [], head = ''): string {
  const anchors = links.map((link) => `<li><a href="${link}">about ${link}</a></li>`).join('');
  return `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body><main><h1>${title}</h1>${body}</main><ul>${anchors}</ul></body></html>`;
}

/** Where to start in the web of {@link writeSmallWeb}. */
export const SMALL_SEED = 'http://bees.example/';

/** Writes a sample web of two hosts, for `openSampleWeb`: four pages about bees, three about anything else. */
export async function writeSmallWeb(folder: string): Promise<string> {
  const bees = ['/hive', '/queen{1}', '/hidden/secret', '/old', '/missing', '/picture.png', '/markets'];
  const pages: Readonly<Record<string, readonly [file: string, content: string, topics: readonly string[]]>> =
    {
      'http://bees.example/': ['bees.example/index.html', html('Bees', BEE_PAGE, bees), ['bees']],
      'http://bees.example/hive': [
        'bees.example/hive.html',
        html('The hive', BEE_PAGE, ['/', 'http://news.example/honey']),
        ['bees'],
      ],
      'http://bees.example/queen{1}': [
        'bees.example/queen.html',
        html('The queen', BEE_PAGE, ['/hive']),
        ['bees'],
      ],
      'http://bees.example/markets': [
        'bees.example/markets.html',
        html('Markets', MARKET_PAGE, ['http://news.example/behind']),
        [],
      ],
      'http://bees.example/hidden/secret': ['bees.example/hidden.html', html('Secret', BEE_PAGE), ['bees']],
      'http://news.example/honey': [
        'news.example/honey.html',
        html('Honey news', BEE_PAGE, ['/private']),
        ['bees'],
      ],
      'http://news.example/private': [
        'news.example/private.html',
        html('Private', BEE_PAGE, [], '<meta name="robots" content="noindex">'),
        ['bees'],
      ],
      'http://news.example/behind': ['news.example/behind.html', html('Behind', MARKET_PAGE), []],
    };
  const manifest = {
    hosts: ['bees.example', 'news.example'],
    seeds: { bees: [SMALL_SEED] },
    redirects: [{ from: 'http://bees.example/old', to: 'http://news.example/honey', status: 301 }],
    pages: Object.entries(pages).map(([url, [file, , topics]]) => ({
      url: new URL(url).href,
      file,
      kind: 'page',
      topics,
      contentType: 'text/html; charset=utf-8',
    })),
  };
  return writeFiles(folder, {
    'manifest.json': JSON.stringify(manifest),
    'bees.example/robots.txt': 'User-agent: *\nDisallow: /hidden/\n',
    'bees.example/picture.png': 'PNG',
    ...Object.fromEntries(Object.values(pages).map(([file, content]) => [file, content])),
  });
}

/** A text about bees, and one about anything else, as pages of the small web have them. */
export const BEE_HTML = html('Bees', BEE_PAGE);
export const MARKET_HTML = html('Markets', MARKET_PAGE);
