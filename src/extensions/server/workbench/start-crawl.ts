import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { replaceFile } from '../../../support/files/replace-file.js';
import { DESCRIPTION } from '../../../support/crawl-folder.js';
import { Problem } from '../http.js';
import {
  checkWish,
  commandText,
  crawlCall,
  estimateOf,
  type CrawlCall,
  type CrawlPlan,
  type CrawlWish,
} from './crawl-plan.js';
import { failureIn, startCommand } from './own-process.js';
import type { StoredWebs } from './stored-webs.js';
import type { Topics } from './topics.js';
import { checkedName, PLACES, within } from './work-folder.js';

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

/** Starts crawls as processes of their own. */
export interface CrawlStarts {
  /** Checks settings, and says what they come to. */
  plan(asked: unknown): Promise<CrawlPlan>;
  /** @throws Problem 400 for settings, 409 where the name is taken */
  start(asked: unknown): Promise<StartedCrawl>;
  /** @throws Problem 404 where none was started under this name */
  standing(name: string): Promise<StartedCrawl>;
  /** Those that were started and have no results: they are starting, or have failed. */
  unbegun(): Promise<readonly StartedCrawl[]>;
}

/** @param folder of the workbench; results are in `crawls/NAME` */
export function createCrawlStarts(folder: string, topics: Topics, webs: StoredWebs): CrawlStarts {
  const processes = new Map<string, number>();
  const outOf = (name: string): string => within(folder, PLACES.crawls, checkedName(name, 'crawl'));

  async function callOf(wish: CrawlWish): Promise<CrawlCall> {
    const first = [wish.topic ?? []].flat()[0];
    const place = first === undefined ? undefined : await topics.placeOf(first);
    return crawlCall(wish, place, wish.web === undefined ? undefined : webs.pathOf(wish.web));
  }

  const furtherProblems = (wish: CrawlWish): Promise<CrawlPlan['problems']> =>
    problemsOf(wish, { outOf, topics, webs });

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
    async plan(asked) {
      const { wish, problems } = checkWish(asked);
      if (wish === undefined)
        return { problems, command: '', estimate: { pages: 0, seconds: 0, hosts: 0, text: '' } };
      const all = [...problems, ...(await furtherProblems(wish))];
      const hasCall = !all.some(({ field }) => field === 'topic' || field === 'web');
      return {
        problems: all,
        command: hasCall ? commandText(await callOf(wish)) : '',
        estimate: estimateOf(wish, wish.web !== undefined),
      };
    },
    async start(asked) {
      const { wish, problems } = checkWish(asked);
      const all = wish === undefined ? problems : [...problems, ...(await furtherProblems(wish))];
      if (wish === undefined || all.length > 0)
        throw new Problem(400, all.map(({ field, message }) => `${field}: ${message}`).join('\n'));
      const out = outOf(wish.name);
      const call = await callOf(wish);
      await mkdir(path.dirname(out), { recursive: true });
      // Another server in the same folder may take the name at the same time.
      await mkdir(out).catch(() => {
        throw new Problem(409, `there is a crawl '${wish.name}' already; choose another name`);
      });
      if (call.seedsFile !== undefined)
        await replaceFile(within(folder, call.seedsFile.path), call.seedsFile.text);
      const { pid = 0 } = await startCommand(call.words, folder, path.join(out, LOG));
      processes.set(wish.name, pid);
      return { name: wish.name, state: 'starting', log: '' };
    },
    standing,
    async unbegun() {
      const names = await foldersWithLog(path.join(folder, PLACES.crawls));
      const found = await Promise.all(names.map(standing));
      return found.filter(({ state }) => state !== 'begun');
    },
  };
}

/** Faults of settings besides their forms. */
async function problemsOf(
  wish: CrawlWish,
  {
    outOf,
    topics,
    webs,
  }: { readonly outOf: (name: string) => string; readonly topics: Topics; readonly webs: StoredWebs },
): Promise<CrawlPlan['problems']> {
  const checks: readonly [string, () => unknown][] = [
    [
      'name',
      () => {
        if (existsSync(outOf(wish.name)))
          throw new Problem(409, `there is a crawl '${wish.name}' already; choose another name`);
      },
    ],
    ['topic', () => Promise.all([wish.topic ?? []].flat().map((topic) => topics.placeOf(topic)))],
    ['web', () => (wish.web === undefined ? undefined : webs.pathOf(wish.web))],
  ];
  const problems: { field: string; message: string }[] = [];
  for (const [field, check] of checks)
    try {
      await check();
    } catch (thrown) {
      if (!(thrown instanceof Problem)) throw thrown;
      problems.push({ field, message: thrown.message });
    }
  return problems;
}

/** Folders in which a crawl was started that has no results. */
async function foldersWithLog(crawls: string): Promise<readonly string[]> {
  const entries = await readdir(crawls, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .filter(
      (name) => existsSync(path.join(crawls, name, LOG)) && !existsSync(path.join(crawls, name, DESCRIPTION)),
    );
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
