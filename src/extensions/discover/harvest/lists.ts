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
  /** False for a hub that was met too far away to follow its links: the next run does. */
  asked: z.boolean(),
});
const listsSchema = z.object({ hubs: z.array(sourceSchema), sites: z.array(sourceSchema) });
const fileSchema = listsSchema.extend({
  format: z.literal('sfwc harvest'),
  version: z.literal(2),
  topic: z.string(),
});

/** A hub or a site that harvests ask again. */
export type ListedSource = z.output<typeof sourceSchema>;
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
    jsonFile({ format: 'sfwc harvest', version: 2, topic, hubs: lists.hubs, sites: lists.sites }),
  );
}

/** The relevant pages of a hub or a site in a run. */
export type SourceYield = Omit<ListedSource, 'url'>;

/** The results of a run by address: of the hubs that it met, and of the sites that are listed or had relevant pages. */
export interface RunYields {
  readonly hubs: ReadonlyMap<string, SourceYield>;
  readonly sites: ReadonlyMap<string, SourceYield>;
}

/**
 * Post-processing (Badia, Muezzinoglu, Nasraoui 2006): "counting, for each hub or site, the number of pages found to be relevant. If
 * the number was above a threshold, we kept the hub or site; otherwise, we disregarded it." Here a threshold is the least number
 * that keeps. Pages that are unchanged count as they were judged before; else a good site that rests would be dropped.
 *
 * Parts that the run did not reach stay as they were. A hub that was dropped may come back by being found again.
 */
export function updateLists(lists: SourceLists, yields: RunYields): SourceLists {
  return { hubs: updateList(lists.hubs, yields.hubs), sites: updateList(lists.sites, yields.sites) };
}

/** Relevant pages that keep a hub or a site on its list. */
const THRESHOLD = 2;

function updateList(
  listed: readonly ListedSource[],
  yields: ReadonlyMap<string, SourceYield>,
): ListedSource[] {
  const kept = new Map(listed.map((source) => [source.url, source]));
  for (const [url, own] of yields)
    if (own.relevant >= THRESHOLD || (!own.asked && !kept.has(url))) kept.set(url, { url, ...own });
    else if (own.asked) kept.delete(url);
  return [...kept.values()].sort((a, b) => b.relevant - a.relevant || (a.url < b.url ? -1 : 1));
}

/** Counts the relevant pages of hubs and sites, event by event. */
export interface YieldCounter {
  /** @param wasRelevant the verdict before, for a page that is unchanged */
  observe(event: CrawlEvent, wasRelevant: boolean): void;
  yields(): RunYields;
}

/**
 * A hub's relevant pages are those that it links to, whatever way the run came to them; a site's are those on it.
 * Sites that had no relevant page count only when they are listed.
 */
export function createYieldCounter(lists: SourceLists): YieldCounter {
  const relevant = new Set<string>();
  const hubs = new Map<string, { readonly links: readonly string[]; readonly asked: boolean }>();
  const onSite = new Map<string, number>();
  return {
    observe(event, wasRelevant) {
      const { url, finalUrl, state, code, judgement } = event;
      if (code === 'hub') hubs.set(url, { links: event.links ?? [], asked: event.depth === 0 });
      const isRelevant =
        code === 'unchanged' ? wasRelevant : state === 'done' && judgement?.accepted === true;
      const site = `${new URL(url).origin}/`;
      if (state === 'done' || code === 'unchanged')
        onSite.set(site, (onSite.get(site) ?? 0) + Number(isRelevant));
      if (!isRelevant) return;
      relevant.add(url);
      if (finalUrl !== undefined) relevant.add(finalUrl);
    },
    yields() {
      const listed = new Set(lists.sites.map(({ url }) => url));
      const sites = [...onSite].filter(([url, count]) => count > 0 || listed.has(url));
      const countOf = (links: readonly string[]): number => links.filter((link) => relevant.has(link)).length;
      return {
        hubs: new Map([...hubs].map(([url, { links, asked }]) => [url, { relevant: countOf(links), asked }])),
        sites: new Map(sites.map(([url, count]) => [url, { relevant: count, asked: true }])),
      };
    },
  };
}
