import { isSampled } from '../../crawling/pages/accepted-pages.js';
import { readEventsSoFar } from '../../crawling/store/result-folder.js';
import { readKeptTexts } from '../../crawling/store/page-files.js';
import { registeredDomain } from '../../crawling/urls/urls.js';
import type { CrawlEvent } from '../../model/crawl-event.js';
import type { Judgement } from '../../model/topic.js';
import { sha256 } from '../../support/hash.js';
import { judgementBy } from '../../model/topic-judgements.js';

/** Pages of each verdict that are read, and of one site at most. Sites beyond the first ones are left out. */
const MOST = { pages: 300, ofSite: 5, sites: 20_000 };
/** UTF-16 code units of a page that are read. */
const MOST_TEXT = 8000;

/** A page of a crawl with the beginning of its text. */
export interface SampledText {
  readonly url: string;
  readonly site: string;
  readonly text: string;
}

/** Pages of a crawl by their last verdict. */
export interface SampledPages {
  readonly accepted: readonly SampledText[];
  readonly rejected: readonly SampledText[];
}

/**
 * Pages of a crawl whose texts were kept: of all accepted pages, and of the random sample of rejected ones. A few of each site, as many sites as there are; chosen by a hash of the address, so that the same
 * crawl gives the same pages.
 * @throws InputError when the events are damaged
 */
export async function samplePages(out: string, topic: string): Promise<SampledPages> {
  const kept = await readKeptTexts(out);
  const [accepted, rejected] = [createChoice(), createChoice()];
  let done = 0;
  for await (const event of readEventsSoFar(out)) {
    if (event.state === 'done') done += 1;
    const judgement = judgementOf(event, topic);
    if (judgement === undefined || !kept.has(event.url)) continue;
    (judgement.accepted ? accepted : rejected).add(event.url);
  }
  const texts = async (urls: readonly string[]): Promise<readonly SampledText[]> => {
    const read: SampledText[] = [];
    for (const url of urls) {
      const text = await kept.read(url);
      if (text !== undefined) read.push({ url, site: registeredDomain(url), text: text.slice(0, MOST_TEXT) });
    }
    return read;
  };
  return {
    accepted: await texts(accepted.urls()),
    rejected: await texts(rejected.urls((url) => isSampled(url, done))),
  };
}

/** The verdict of a topic on a page that was read. */
function judgementOf({ state, judgement }: CrawlEvent, topic: string): Judgement | undefined {
  if (state !== 'done' || judgement === undefined) return undefined;
  const own = judgement.topics === undefined ? judgement : judgementBy(judgement, topic);
  return own?.reason.otherLanguage === undefined ? own : undefined;
}

/** Chooses some pages of each site, those with the smallest hashes. */
function createChoice() {
  const sites = new Map<string, { readonly url: string; readonly hash: string }[]>();
  const byHash = (a: { readonly hash: string }, b: { readonly hash: string }): number =>
    a.hash < b.hash ? -1 : 1;
  return {
    add(url: string): void {
      const site = registeredDomain(url);
      const pages = sites.get(site) ?? [];
      if (pages.length === 0 && sites.size >= MOST.sites) return;
      sites.set(site, [...pages, { url, hash: sha256(url) }].sort(byHash).slice(0, MOST.ofSite));
    },
    /** The first page of each site, then the second of each, and so on. */
    urls(fits: (url: string) => boolean = () => true): readonly string[] {
      const rounds = Array.from({ length: MOST.ofSite }, (_, round) =>
        [...sites.values()].flatMap((pages) => pages[round] ?? []).sort(byHash),
      );
      return rounds
        .flat()
        .map(({ url }) => url)
        .filter(fits)
        .slice(0, MOST.pages);
    },
  };
}
