import type { QueuedUrl } from '../../model/crawl-event.js';
import type { ReadPage } from '../../model/judging.js';
import type { Page, PageLink } from '../../model/page.js';
import type { Judgement } from '../../model/topic.js';
import { verdictBy } from '../../model/verdict-by-threshold.js';
import { isLoop } from '../pages/traps.js';
import { secondChoice } from '../steering/steering.js';
import { normaliseUrl } from '../urls/urls.js';
import type { Crawl } from './crawl-context.js';
import type { LinkOutcome } from './crawl-counts.js';
import type { CrawlPlan } from './crawl-types.js';
import type { Following, Outcome } from './recorder.js';

/** Text of the link by which the crawl came to the page, for classifiers that read it. */
export function saidOf({ linkContext, anchorText }: QueuedUrl): readonly string[] | undefined {
  const said = linkContext ?? anchorText;
  return said === undefined ? undefined : [said];
}

/** The links of a page by their addresses, with the first anchor text; nofollow if all are. Routes count where scripts ran. */
export function distinctLinks(
  links: readonly PageLink[],
  reading: Outcome['reading'],
  { keepParameters }: Pick<CrawlPlan, 'keepParameters'>,
): ReadonlyMap<string, PageLink> {
  const distinct = new Map<string, PageLink>();
  for (const link of links) {
    const written = reading?.from === 'rendered' ? link.url : link.url.split('#', 1).join('');
    const url = normaliseUrl(written, keepParameters);
    if (url === undefined) continue;
    const earlier = distinct.get(url);
    if (earlier !== undefined) distinct.set(url, together(earlier, link));
    else distinct.set(url, link.url === url ? link : { ...link, url });
  }
  return distinct;
}

function together(earlier: PageLink, link: PageLink): PageLink {
  const anchorText = earlier.anchorText === '' ? link.anchorText : earlier.anchorText;
  const noFollow = link.noFollow && earlier.noFollow;
  const places = [...(earlier.places ?? []), ...(link.places ?? [])];
  return { ...link, ...earlier, anchorText, noFollow, ...(places.length > 0 && { places }) };
}

/** Header rules of a page (true if its links must not be followed, or it must not be kept), its body, and how it was read. */
type LinksOf = Readonly<{ noFollow: boolean; noIndex?: boolean; body: Uint8Array }> &
  Pick<Outcome, 'reading'>;

/** The addresses of the links of a judged page, for its event, and the links themselves if they are to be followed at its end. */
export function linksOf(
  entry: QueuedUrl,
  page: Page,
  judgement: Judgement,
  { noFollow, noIndex, body: received, reading }: LinksOf,
  plan: CrawlPlan,
): { readonly links: readonly string[] } & Pick<Outcome, 'follow' | 'left'> {
  const found = distinctLinks(page.links, reading, plan);
  const mayFollow = !page.robots.noFollow && !noFollow;
  const isFirstChoice = plan.follow === 'all' || judgement.accepted || entry.depth === 0;
  const links = [...found.keys()];
  const body = page.robots.noIndex || noIndex === true ? undefined : received;
  if (mayFollow && (isFirstChoice || plan.follow === 'accepted-first'))
    return { links, follow: { links: [...found.values()], entry, page, judgement, body, isFirstChoice } };
  return links.length === 0 ? { links } : { links, left: { [mayFollow ? 'rejected' : 'no-follow']: 'all' } };
}

/** The links of a copy of an accepted page, where one is new; where both have nearly the same path, all others come first. */
export async function linksOfCopy(
  entry: QueuedUrl,
  copied: string,
  read: ReadPage,
  source: LinksOf,
  { deps, acceptance, plan }: Crawl,
): Promise<Pick<Outcome, 'follow'>> {
  const found = distinctLinks(read.page.links, source.reading, plan);
  if ([...found.keys()].every((url) => deps.frontier.knows(url))) return {};
  const own = verdictBy(acceptance, await read.judge(saidOf(entry)));
  const { follow } = linksOf(entry, read.page, { ...own, accepted: true }, source, plan);
  const isFirstChoice = entry.depth === 0 || !isMirrored(entry.url, copied);
  return follow === undefined ? {} : { follow: { ...follow, isFirstChoice } };
}

function isMirrored(url: string, copied: string): boolean {
  const [path = '', other = ''] = [url, copied].map(pathWithoutTokens);
  return path.endsWith(other) || other.endsWith(path);
}

/** Servers make new tokens for each visit: long words with digits. */
function pathWithoutTokens(url: string): string {
  return new URL(url).pathname.replace(/[0-9a-z]{8,}/gi, (word) =>
    /\d/.test(word) && /[a-z]/i.test(word) ? 'x' : word,
  );
}

/** Why a link is not queued. */
export type LinkObstacle = Exclude<LinkOutcome, 'queued' | 'second-choice'>;

/** An entry for the frontier, or why there is none. @param valued gets what the strategy values @throws Error when that fails */
export function decideLink(
  link: PageLink,
  { entry: from, page: source, judgement, isFirstChoice }: Following,
  valued: string[],
  context: Crawl,
): QueuedUrl | LinkObstacle {
  const { url } = link;
  const { priority: strategy, frontier } = context.deps;
  const depth = from.depth + 1;
  if (link.noFollow) return 'no-follow';
  const isKnown = frontier.knows(url);
  const obstacle = obstacleOf(url, from, isKnown, context);
  if (obstacle !== undefined) return obstacle;
  valued.push(url);
  const said = strategy.prioritise({ link, source, judgement, depth, entry: from });
  if (said === undefined) return isKnown ? 'known' : 'unpromising';
  const priority = context.steering.adjusted(url, isFirstChoice ? said : secondChoice(said));
  if (Number.isNaN(priority.value))
    throw new Error(`the link priority '${strategy.name}' gave no number for ${url}`);
  const entry = {
    url,
    ...{ depth, referrer: from.url },
    ...(link.anchorText !== '' && { anchorText: link.anchorText }),
    ...{ linkContext: link.places?.[0]?.context, priority },
  };
  return isKnown ? entry : explained(entry);
}

function obstacleOf(
  url: string,
  from: QueuedUrl,
  isKnown: boolean,
  { deps, plan, scope }: Crawl,
): LinkObstacle | undefined {
  const isTooDeep = from.depth + 1 > plan.maxDepth;
  if (isKnown && (isTooDeep || deps.frontier.valueOf(url) === undefined)) return 'known';
  if (!scope.includes(url)) return 'out-of-scope';
  if (!plan.admits(url)) return 'excluded';
  if (isTooDeep) return 'too-deep';
  return isLoop(url, from.url) ? 'trap' : undefined;
}

/** An entry as plain data: the reason of its priority is no longer made when it is read. */
export function explained(entry: QueuedUrl): QueuedUrl {
  return { ...entry, priority: { ...entry.priority } };
}
