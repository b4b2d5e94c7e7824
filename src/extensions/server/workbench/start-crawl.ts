import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { replaceFile } from '../../../support/files/replace-file.js';
import { DESCRIPTION } from '../../../support/crawl-folder.js';
import { Problem } from '../http.js';
import {
  type CrawlCall,
  type CrawlPlan,
  type CrawlWish,
  checkWish,
  commandText,
  crawlCall,
} from './crawl-plan.js';
import { failureIn, startCommand } from './own-process.js';
import type { Topics } from './topics.js';
import { checkedName, PLACES, within, cleanFileName } from './work-folder.js';
import { packagedPath } from '../../../support/files/packaged-path.js';

/** The web that comes with the package, and its name. */
const SAMPLE_WEB = 'sample';

const ARCHIVE = /\.(?:warc|warc\.gz|wacz)$/i;

/** A web in files that can be crawled in place of the Web. JSON. */
export interface StoredWeb {
  readonly name: string;
  readonly kind: 'sample' | 'folder' | 'archive';
  /** Addresses to start from, by topic, where they are known. */
  readonly seeds?: Readonly<Record<string, readonly string[]>>;
}

/** The webs in files of a folder. */
type StoredWebs = ReturnType<typeof createStoredWebs>;

/** @param folder of the workbench; folders of pages and archives are in `webs/` */
export function createStoredWebs(folder: string) {
  const root = path.join(folder, PLACES.webs);
  return {
    async list(): Promise<readonly StoredWeb[]> {
      const entries = await readdir(root, { withFileTypes: true }).catch(() => []);
      const kept = entries
        .filter((entry) => entry.isDirectory() || ARCHIVE.test(entry.name))
        .map((entry): StoredWeb => ({ name: entry.name, kind: entry.isDirectory() ? 'folder' : 'archive' }))
        .sort((a, b) => (a.name < b.name ? -1 : 1));
      return [await sampleWeb(), ...kept];
    },
    /** The path for `--web`. @throws Problem 404 */
    pathOf(name: string): string {
      if (name === SAMPLE_WEB) return packagedPath('corpora/sample-web');
      const place = within(folder, PLACES.webs, cleanFileName(name));
      if (!existsSync(place)) throw new Problem(404, `there is no stored web '${name}'`);
      return path.relative(folder, place);
    },
  };
}

async function sampleWeb(): Promise<StoredWeb> {
  const manifest = await readFile(packagedPath('corpora/sample-web/manifest.json'), 'utf8');
  const { seeds } = JSON.parse(manifest) as Required<Pick<StoredWeb, 'seeds'>>;
  return { name: SAMPLE_WEB, kind: 'sample', seeds };
}

/** The file in the folder of a crawl with the messages of the command that makes it. */
const LOG = 'crawl.log';
/** Milliseconds after which a crawl whose process is unknown is not taken for starting any more. */
const STARTING = 60_000;
/** Bytes of the messages of a crawl that are shown, the last ones. */
const MAX_LOG = 20_000;

/** Progress of a crawl that was started. JSON. */
export interface StartedCrawl {
  readonly name: string;
  /** begun: it has a folder of results, whatever became of it since. */
  readonly state: 'starting' | 'begun' | 'failed';
  readonly problem?: string;
  /** The last messages of the command. */
  readonly log: string;
}

/** Faults of settings besides their forms. */
async function furtherProblems(
  { name, topic, web }: CrawlWish,
  out: string,
  topics: Topics,
  webs: StoredWebs,
): Promise<CrawlPlan['problems']> {
  const checks: Readonly<Record<string, () => unknown>> = {
    name: () => {
      if (existsSync(out)) throw taken(name);
    },
    topic: () => Promise.all([topic ?? []].flat().map((one) => topics.placeOf(one))),
    web: () => web !== undefined && webs.pathOf(web),
  };
  const problems: { field: string; message: string }[] = [];
  for (const [field, check] of Object.entries(checks))
    try {
      await check();
    } catch (thrown) {
      if (!(thrown instanceof Problem)) throw thrown;
      problems.push({ field, message: thrown.message });
    }
  return problems;
}

/** @param folder of the workbench; results are in `crawls/NAME` */
export function createCrawlStarts(folder: string, topics: Topics, webs: StoredWebs) {
  const processes = new Map<string, number>();
  const outOf = (name: string): string => within(folder, PLACES.crawls, checkedName(name, 'crawl'));

  async function callOf(wish: CrawlWish): Promise<CrawlCall> {
    const first = [wish.topic ?? []].flat()[0];
    const place = first === undefined ? undefined : await topics.placeOf(first);
    return crawlCall(wish, place, wish.web === undefined ? undefined : webs.pathOf(wish.web));
  }

  /** @throws Problem 404 where none was started under this name */
  async function standing(name: string): Promise<StartedCrawl> {
    const out = outOf(name);
    if (!existsSync(path.join(out, LOG))) throw new Problem(404, `no crawl '${name}' was started here`);
    const log = await logOf(out);
    if (existsSync(path.join(out, DESCRIPTION))) return { name, state: 'begun', log };
    const number = processes.get(name);
    const { mtimeMs } = await stat(path.join(out, LOG));
    const mayStart = number === undefined ? Date.now() - mtimeMs < STARTING : isAlive(number);
    const hasFailed = /^error: /m.test(log);
    if (mayStart && !hasFailed) return { name, state: 'starting', log };
    return { name, state: 'failed', log, problem: failureIn(log.trimEnd().split('\n')) };
  }

  return {
    /** Checks settings, and says what they come to. */
    async plan(asked: unknown): Promise<CrawlPlan> {
      const { wish, problems } = checkWish(asked);
      if (wish === undefined) return { problems, command: '' };
      const all = [...problems, ...(await furtherProblems(wish, outOf(wish.name), topics, webs))];
      const hasCall = !all.some(({ field }) => field === 'topic' || field === 'web');
      return { problems: all, command: hasCall ? commandText(await callOf(wish)) : '' };
    },
    /** @throws Problem 400 for settings, 409 where the name is taken */
    async start(asked: unknown): Promise<StartedCrawl> {
      const { wish, problems } = checkWish(asked);
      const all =
        wish === undefined
          ? problems
          : [...problems, ...(await furtherProblems(wish, outOf(wish.name), topics, webs))];
      if (wish === undefined || all.length > 0)
        throw new Problem(400, all.map(({ field, message }) => `${field}: ${message}`).join('\n'));
      const out = outOf(wish.name);
      const call = await callOf(wish);
      await mkdir(path.dirname(out), { recursive: true });
      // Another server in the same folder may take the name at the same time.
      await mkdir(out).catch(() => {
        throw taken(wish.name);
      });
      if (call.seedsFile !== undefined)
        await replaceFile(within(folder, call.seedsFile.path), call.seedsFile.text);
      const { pid = 0 } = await startCommand(call.words, folder, path.join(out, LOG));
      processes.set(wish.name, pid);
      return { name: wish.name, state: 'starting', log: '' };
    },
    standing,
    /** Those that were started and have no results: they are starting, or have failed. */
    async unbegun(): Promise<readonly StartedCrawl[]> {
      const crawls = path.join(folder, PLACES.crawls);
      const names = await readdir(crawls).catch(() => []);
      const started = names.filter((name) => existsSync(path.join(crawls, name, LOG)));
      const found = await Promise.all(started.map(standing));
      return found.filter(({ state }) => state !== 'begun');
    },
  };
}

function taken(name: string): Problem {
  return new Problem(409, `there is a crawl '${name}' already; choose another name`);
}

async function logOf(out: string): Promise<string> {
  return (await readFile(path.join(out, LOG), 'utf8').catch(() => '')).slice(-MAX_LOG);
}

function isAlive(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch {
    return false;
  }
}
