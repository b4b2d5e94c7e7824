import { readWaiting, type WaitingUrl } from '../../crawling/store/crawl-store.js';
import { ownPriority, isSecondChoice } from '../../crawling/steering/steering.js';
import { readActions } from '../../crawling/steering/command-folder.js';
import { readEvents } from '../../crawling/store/result-folder.js';
import { requireWebAddress } from '../../crawling/urls/urls.js';
import type { CrawlEvent, LeftBy, QueuedUrl } from '../../model/crawl-event.js';
import { InputError } from '../../model/errors.js';
import type { CrawlModel } from '../../model/steering.js';
import { given } from '../../support/given.js';
import { without } from '../../support/without.js';
import { endOfCrawl } from './crawl-status.js';

/** A page on the way from a seed to a page: as its event says. */
export type PathStep = Pick<
  CrawlEvent,
  'sequence' | 'url' | 'title' | 'depth' | 'anchorText' | 'priority' | 'sample' | 'state' | 'judgement'
>;

/** History of a URL in a crawl: its event, the pages that led to it from a seed on, and the model, if the crawl trained it. */
export type ExplainedPage = CrawlEvent & { readonly path: readonly PathStep[]; readonly model?: CrawlModel };

/** A page with a link, and the rule by which it left it. */
type LinkingPage = { readonly url: string; readonly left?: LeftBy };

/** Why a crawl did not request a URL that it knew of. */
export interface ExplainedLink {
  readonly url: string;
  /** queued: others were better. left: by a rule, on each page that links to it. */
  readonly state: 'queued' | 'left';
  /** Pages that link to it, the first ones, with the rule by which they left it. */
  readonly foundOn: readonly LinkingPage[];
  /** Number of pages that link to it. */
  readonly links: number;
  /** Of a queued URL: its entry, URLs that come before it, and whether only rejected pages link to it. */
  readonly queued?: Pick<QueuedUrl, 'priority' | 'depth' | 'referrer' | 'anchorText'> & {
    readonly better: number;
    readonly isSecondChoice: boolean;
  };
  /** State of the crawl: the reason for its end, or that it runs. */
  readonly crawl: string;
  /** The pages that led to the page with the link that counts, from a seed on. */
  readonly path: readonly PathStep[];
}

/** Pages with a link that are named. */
const NAMED = 5;

/**
 * Explains the history of an address in a crawl; of one that was never requested, why not. The end of a redirect finds the event
 * of the address that led there.
 * @throws UsageError when it is not a web address; InputError when the folder holds no crawl or the crawl never met it
 */
export async function explainUrl(folder: string, address: string): Promise<ExplainedPage | ExplainedLink> {
  const url = requireWebAddress(address);
  const { event, linking, referrers } = await lookFor(url, folder);
  if (event !== undefined) {
    const model = await modelOf(event, folder);
    return { ...event, path: await pathTo(event.url, referrers, folder), ...given({ model }) };
  }
  const waiting = readWaiting(folder, url);
  const source = waiting?.entry.referrer ?? linking[0]?.url;
  // The crawl may not have taken the route of a script for an address.
  if (waiting === undefined && linking.length === 0 && url.includes('#'))
    return explainUrl(folder, url.split('#', 1).join(''));
  if (waiting === undefined && linking.length === 0)
    throw new InputError(`the crawl in ${folder} did not come to ${url}`, {
      hint: 'no page of the crawl links to it',
    });
  return {
    url,
    state: waiting === undefined ? 'left' : 'queued',
    foundOn: linking.slice(0, NAMED),
    links: linking.length,
    ...(waiting && { queued: queuedAs(waiting) }),
    crawl: await endOfCrawl(folder),
    path: source === undefined ? [] : await pathTo(source, referrers, folder),
  };
}

/** The event of a URL, the pages that link to it, and the page on which each URL was found. */
async function lookFor(url: string, folder: string) {
  const linking: LinkingPage[] = [];
  const referrers = new Map<string, string>();
  let [own, redirected]: (CrawlEvent | undefined)[] = [];
  for await (const event of readEvents(folder)) {
    if (event.url === url) own = event;
    if (event.finalUrl === url) redirected = event;
    if (event.referrer !== undefined) referrers.set(event.url, event.referrer);
    const place = event.links?.indexOf(url) ?? -1;
    if (place >= 0) linking.push({ url: event.url, left: ruleOf(event, place) });
  }
  return { event: own ?? redirected, linking, referrers };
}

/** The model of the crawl that judged a page. */
async function modelOf({ judgement }: CrawlEvent, folder: string): Promise<CrawlModel | undefined> {
  if (judgement?.model === undefined) return undefined;
  const models = (await readActions(folder)).flatMap(({ action }) => (action.kind === 'model' ? action : []));
  const own = models.find(({ number }) => number === judgement.model);
  return own && without(own, 'kind');
}

/** The rule by which a link was left. */
function ruleOf({ left = {} }: CrawlEvent, place: number): LeftBy | undefined {
  const rule = Object.entries(left).find(([, places]) => places === 'all' || places.includes(place));
  return rule?.[0] as LeftBy | undefined;
}

/** The events from a seed to a URL. @param referrers the page on which each URL was found */
async function pathTo(url: string, referrers: ReadonlyMap<string, string>, folder: string) {
  const way = new Set<string>();
  for (let at: string | undefined = url; at !== undefined && !way.has(at); at = referrers.get(at))
    way.add(at);
  const steps = new Map<string, PathStep>();
  for await (const event of readEvents(folder)) {
    if (!way.has(event.url)) continue;
    const { sequence, title, depth, anchorText, priority, sample, state, judgement } = event;
    const optional = { title, anchorText, priority, sample, judgement };
    steps.set(event.url, { sequence, url: event.url, depth, state, ...optional });
  }
  return [...way].reverse().flatMap((one) => steps.get(one) ?? []);
}

function queuedAs({ entry, better }: WaitingUrl): ExplainedLink['queued'] {
  const { depth, referrer, anchorText } = entry;
  const own = ownPriority(entry);
  const { value, reason, contributions } = own;
  const priority = { value, reason, contributions };
  return { priority, depth, referrer, anchorText, better, isSecondChoice: isSecondChoice(own) };
}
