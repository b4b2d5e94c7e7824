import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { InputError } from '../../../model/errors.js';
import type { CrawlEvent } from '../../../model/crawl-event.js';
import { parseJson } from '../../../support/parse-json.js';
import { fileExists } from '../../../support/files/file-exists.js';
import { jsonFile, replaceFile } from '../../../support/files/replace-file.js';

const sourceSchema = z.object({
  /** The page of the hub; the front page of the site. */
  url: z.url(),
  /** Relevant pages that it had when it was last asked. */
  relevant: z.number(),
});
const listsSchema = z.object({ hubs: z.array(sourceSchema), sites: z.array(sourceSchema) });
const fileSchema = listsSchema.extend({
  format: z.literal('sfwc harvest'),
  version: z.literal(3),
  topic: z.string(),
});

/** A hub or a site that harvests ask again. */
type ListedSource = z.output<typeof sourceSchema>;
/** The two lists that are kept between runs. */
export type SourceLists = z.output<typeof listsSchema>;

const LISTS = 'lists.json';
const RUN_NAME = /^\d{3,}$/;

/** The name of the next run: `001`, `002` … */
export async function nextRun(folder: string): Promise<string> {
  const names = await readdir(join(folder, 'runs')).catch(() => []);
  const runs = names.filter((name) => RUN_NAME.test(name)).map(Number);
  return String(Math.max(0, ...runs) + 1).padStart(3, '0');
}

/**
 * The lists that earlier runs left; empty ones where there was none.
 * @throws InputError when the file is damaged, or the folder belongs to another topic
 */
export async function readLists(folder: string, topic: string): Promise<SourceLists> {
  const file = join(folder, LISTS);
  if (!(await fileExists(file))) return { hubs: [], sites: [] };
  const lists = fileSchema.safeParse(parseJson(await readFile(file, 'utf8')));
  if (!lists.success)
    throw new InputError(`${file} does not hold the lists of a harvest`, {
      hint: 'harvest into another folder',
    });
  const { topic: own, hubs, sites } = lists.data;
  if (own === topic) return { hubs, sites };
  throw new InputError(`${folder} holds harvests for the topic '${own}'`, {
    hint: 'harvest each topic into a folder of its own',
  });
}

/** Saves the lists for the next run. @throws OutputError */
export async function writeLists(folder: string, topic: string, lists: SourceLists): Promise<void> {
  await replaceFile(
    join(folder, LISTS),
    jsonFile({ format: 'sfwc harvest', version: 3, topic, hubs: lists.hubs, sites: lists.sites }),
  );
}

/** Relevant pages of a run by address: of the hubs that it met, and of the sites that are listed or had relevant pages. */
export interface RunYields {
  readonly hubs: ReadonlyMap<string, number>;
  readonly sites: ReadonlyMap<string, number>;
}

/** Relevant pages that keep a hub or a site on its list. */
const THRESHOLD = 2;

/**
 * Post-processing (Badia, Muezzinoglu, Nasraoui 2006): "counting, for each hub or site, the number of pages found to be relevant. If
 * the number was above a threshold, we kept the hub or site; otherwise, we disregarded it." Here a threshold is the least number
 * that keeps. Pages that are unchanged count as they were judged before; else a good site that rests would be dropped.
 *
 * Parts that the run did not reach stay as they were. A hub that was dropped may come back by being found again.
 */
export function updateLists(lists: SourceLists, yields: RunYields): SourceLists {
  const update = (listed: readonly ListedSource[], brought: ReadonlyMap<string, number>): ListedSource[] => {
    const kept = new Map([...listed.map(({ url, relevant }) => [url, relevant] as const), ...brought]);
    return [...kept]
      .filter(([, relevant]) => relevant >= THRESHOLD)
      .map(([url, relevant]) => ({ url, relevant }))
      .sort((a, b) => b.relevant - a.relevant || (a.url < b.url ? -1 : 1));
  };
  return { hubs: update(lists.hubs, yields.hubs), sites: update(lists.sites, yields.sites) };
}

/**
 * Counts the relevant pages of hubs and sites, event by event. A hub's relevant pages are those that it links to, whatever way the run
 * came to them; a site's are those on it. Sites that had no relevant page count only when they are listed.
 */
export class YieldCounter {
  private readonly relevant = new Set<string>();
  private readonly hubs = new Map<string, readonly string[]>();
  private readonly onSite = new Map<string, number>();

  constructor(private readonly lists: SourceLists) {}

  /** @param wasRelevant the verdict before, for a page that is unchanged */
  observe(event: CrawlEvent, wasRelevant: boolean): void {
    const { url, finalUrl = url, state, code, judgement, links = [] } = event;
    // The links of a hub that was met on the way are not followed.
    if (code === 'hub' && event.depth === 0) this.hubs.set(url, links);
    if (state !== 'done' && code !== 'unchanged') return;
    const isRelevant = code === 'unchanged' ? wasRelevant : judgement?.accepted === true;
    const site = `${new URL(url).origin}/`;
    this.onSite.set(site, (this.onSite.get(site) ?? 0) + Number(isRelevant));
    if (isRelevant) this.relevant.add(url).add(finalUrl);
  }

  yields(): RunYields {
    const listed = new Set(this.lists.sites.map(({ url }) => url));
    const countOf = (links: readonly string[]): number =>
      links.filter((link) => this.relevant.has(link)).length;
    return {
      hubs: new Map([...this.hubs].map(([url, links]) => [url, countOf(links)])),
      sites: new Map([...this.onSite].filter(([url, count]) => count > 0 || listed.has(url))),
    };
  }
}
