import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Twelve short texts about beekeeping: file name → content. */
export const BEE_TEXTS: Readonly<Record<string, string>> = {
  'apiary.txt': `Apiary

An apiary is a place where a beekeeper keeps hives of honey bees. The hives stand on a bench in a garden or an orchard. Each colony has one queen, many workers and some drones. Bees need water, pollen and nectar near the apiary.`,
  'brood.txt': `Brood

The brood of a colony are its eggs, larvae and pupae. Nurse bees feed each larva with pollen and honey. The queen lays an egg in every cell of the comb. A healthy brood fills the frame without gaps.`,
  'comb.txt': `Comb

Workers build the comb of wax. Its cells hold brood, pollen and honey. A beekeeper hangs the comb in a wooden frame. Old comb is melted, and the wax becomes candles.`,
  'drone.txt': `Drone

A drone is a male bee of the colony. Drones have no sting and gather no nectar. They mate with a young queen in flight. In autumn the workers drive the drones out of the hive.`,
  'honey.txt': `Honey

Bees make honey from nectar. Workers carry the nectar to the hive and dry it in cells of the comb. The beekeeper takes the frame, cuts the wax and spins the honey in an extractor. Honey keeps for years in a jar.`,
  'mite.txt': `Varroa mite

The varroa mite is a parasite of the honey bee. Mites breed in the brood and weaken larva and pupa. A beekeeper counts mites on a board under the hive. Acid treatment in autumn saves the colony.`,
  'pollen.txt': `Pollen

Pollen is the protein of the colony. Bees carry pollen on their legs from blossom to hive. Nurse bees feed it to the brood. The workers store pollen in cells beside the brood.`,
  'queen.txt': `Queen bee

The queen is the mother of the colony. She lays two thousand eggs a day. Workers raise a queen from a larva with royal jelly. A beekeeper marks the queen with a spot of paint to find her in the hive.`,
  'smoker.txt': `Bee smoker

A smoker calms the bees while the beekeeper opens the hive. Smoke masks the alarm scent of the workers. Straw and dry wood burn in the smoker. A veil and gloves protect the beekeeper from the sting.`,
  'swarm.txt': `Swarm

A swarm is half a colony that leaves the hive with the old queen. The swarm hangs on a branch while scouts look for a hollow tree. A beekeeper shakes the swarm into a box. In the old hive a new queen hatches from her cell.`,
  'winter.txt': `Winter cluster

In winter the colony forms a cluster around the queen. Bees shiver to keep the cluster warm and eat the honey of the comb. A beekeeper feeds sugar syrup in autumn. Mice and damp harm the hive in winter.`,
  'worker.txt': `Worker bee

A worker is a female bee. Young workers clean cells and feed the brood. Older workers build comb, guard the hive and gather nectar and pollen. A worker lives six weeks in summer and through the winter in the cluster.`,
};

/** Six short texts about anything else. */
export const OTHER_TEXTS: Readonly<Record<string, string>> = {
  'bridge.txt': `Bridge

A bridge carries a road or a railway over a river. Engineers choose between arch, beam and cable. Steel and concrete bear the load of trucks and trains.`,
  'football.txt': `Football

Two teams of eleven players kick a ball toward the goal. The referee shows a card after a foul. The league ends in spring with a cup final in the stadium.`,
  'glacier.txt': `Glacier

A glacier is a river of ice that grinds the rock of its valley. Snow turns to ice under pressure. Geologists read the climate of the past in the layers of the ice.`,
  'opera.txt': `Opera

An opera is a drama set to music. The orchestra plays in a pit before the stage. Singers train their voice for years, and the composer writes an aria for the tenor.`,
  'parliament.txt': `Parliament

A parliament makes the laws of a country. Parties win seats in an election, and the members vote on a bill. The government needs a majority for its budget.`,
  'stock.txt': `Stock market

On the stock market investors buy shares of a company. The price follows profit and interest. A broker takes a fee for each order, and a crash ruins the bank.`,
};

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
