import type { LinkPriority, QueuedUrl } from '../../model/crawl-event.js';
import type { ReadPage } from '../../model/judging.js';
import type { Page, PageLink } from '../../model/page.js';
import type { Judgement } from '../../model/topic.js';
import { verdictBy } from '../../model/verdict-by-threshold.js';
import { runAtOnce, runInSteps } from '../../support/interruptible.js';
import { normaliseUrl } from '../urls/urls.js';
import type { CrawlContext } from './crawl-context.js';
import type { LinkOutcome } from './crawl-counts.js';
import type { LinkSource, Outcome } from './recorder.js';
import type { RobotsTag } from '../../web/page/rights.js';

/** Rules that decide which links are queued. */
export interface LinkRules {
  readonly maxDepth: number;
  readonly inScope: (url: string) => boolean;
  /** By the patterns of the user. */
  readonly admits: (url: string) => boolean;
  /** True for addresses that come out of a loop of links. */
  readonly isTrap: (url: string) => boolean;
  readonly knows: (url: string) => boolean;
  /** True for a URL that is known and queued: a better link may still raise it. */
  readonly waits: (url: string) => boolean;
  readonly priority: Pick<LinkPriority, 'name' | 'prioritise'>;
}

/** Text of the link by which the crawl came to the page, for classifiers that read it. */
export function saidOf({ linkContext, anchorText }: QueuedUrl): readonly string[] | undefined {
  const said = linkContext ?? anchorText;
  return said === undefined ? undefined : [said];
}

/** Decision on a link: an entry for the frontier, or the reason why it is not queued. */
export type LinkDecision =
  { readonly entry: QueuedUrl } | { readonly outcome: Exclude<LinkOutcome, 'queued'> };

/** Links of a page that the main thread goes through without a break. */
export const LINKS_AT_ONCE = 250;

/**
 * The links of a page under their normalised addresses, in document order, each once. Of several links to one address
 * the first anchor text that says something stays; it counts as nofollow only when all of them are.
 */
export function distinctLinks(
  links: readonly PageLink[],
  normalise: (written: string) => string | undefined = normaliseUrl,
): readonly PageLink[] {
  return runAtOnce(distinctLinkSteps(links, normalise));
}

/** As {@link distinctLinks}, in steps between which other work may be done. */
function* distinctLinkSteps(
  links: readonly PageLink[],
  normalise: (written: string) => string | undefined,
): Generator<undefined, readonly PageLink[]> {
  const distinct = new Map<string, PageLink>();
  for (const [place, link] of links.entries()) {
    if (place % LINKS_AT_ONCE === LINKS_AT_ONCE - 1) yield;
    const url = normalise(link.url);
    if (url === undefined) continue;
    const earlier = distinct.get(url);
    if (earlier !== undefined) distinct.set(url, together(earlier, link));
    else distinct.set(url, link.url === url ? link : { ...link, url });
  }
  return [...distinct.values()];
}

function together(earlier: PageLink, link: PageLink): PageLink {
  const anchorText = earlier.anchorText === '' ? link.anchorText : earlier.anchorText;
  const noFollow = link.noFollow && earlier.noFollow;
  const places = [...(earlier.places ?? []), ...(link.places ?? [])];
  return { ...link, ...earlier, anchorText, noFollow, ...(places.length > 0 && { places }) };
}

/** The distinct links of a page. Those of a page that has many are found while other work is done. */
export function findLinks(
  { links }: Page,
  { plan, parts: { untimed } }: Pick<CrawlContext, 'plan' | 'parts'>,
): readonly PageLink[] | Promise<readonly PageLink[]> {
  const normalise = (written: string): string | undefined => normaliseUrl(written, plan.keepParameters);
  if (links.length <= LINKS_AT_ONCE) return distinctLinks(links, normalise);
  const finding = runInSteps(distinctLinkSteps(links, normalise), undefined);
  return untimed?.(finding) ?? finding;
}

/**
 * Decides on the links of a judged page: their addresses, for the event, and the links themselves if they
 * are to be followed. They are queued when the page comes to its end, in the same step.
 * @param body the page as received; replayed to a strategy that learns when a crawl is resumed
 * @param links the {@link distinctLinks} of the page
 */
export function linksOf(
  entry: QueuedUrl,
  page: Page,
  judgement: Judgement,
  { tag, body }: { readonly tag: Pick<RobotsTag, 'noFollow'>; readonly body: Uint8Array },
  { plan }: Pick<CrawlContext, 'plan'>,
  links = distinctLinks(page.links, (written) => normaliseUrl(written, plan.keepParameters)),
): { readonly links: readonly string[] } & Pick<Outcome, 'follow' | 'left'> {
  const mayFollow = !page.robots.noFollow && !tag.noFollow;
  const isFirstChoice = plan.follow === 'all' || judgement.accepted || entry.depth === 0;
  const urls = links.map((link) => link.url);
  if (mayFollow && (isFirstChoice || plan.follow === 'accepted-first'))
    return { links: urls, follow: { links, entry, page, judgement, body, isFirstChoice } };
  return links.length === 0
    ? { links: urls }
    : { links: urls, left: { [mayFollow ? 'rejected' : 'no-follow']: 'all' } };
}

/**
 * The links of a copy of an accepted page: followed as those of an accepted page where one is new to the crawl. Where the
 * address of the copy is that of the other page on another host, below another folder, or with other parameters, its
 * links most likely lead to the same pages: then all others come first.
 */
export async function linksOfCopy(
  entry: QueuedUrl,
  copied: string | undefined,
  source: {
    readonly read: ReadPage;
    readonly tag: Pick<RobotsTag, 'noFollow'>;
    readonly body: Uint8Array;
  },
  context: CrawlContext,
): Promise<Pick<Outcome, 'follow'>> {
  const { page } = source.read;
  const { parts, deciding } = context;
  const links = await findLinks(page, context);
  if (copied === undefined || links.every(({ url }) => parts.frontier.knows(url))) return {};
  const own = verdictBy(deciding.acceptance, await source.read.judge(saidOf(entry)));
  const { follow } = linksOf(entry, page, { ...own, accepted: true }, source, context, links);
  return follow === undefined
    ? {}
    : { follow: { ...follow, isFirstChoice: entry.depth === 0 || !isMirrored(entry.url, copied) } };
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

/**
 * Decides on each of the {@link distinctLinks} of a page. A link to a URL that is queued already is an entry as well:
 * its priority may be better than the queued one.
 * @throws Error when the strategy gives no number
 */
export function decideLinks(
  links: readonly PageLink[],
  source: LinkSource,
  rules: LinkRules,
): readonly LinkDecision[] {
  return links.map((link) => {
    if (link.noFollow) return { outcome: 'no-follow' };
    const isKnown = rules.knows(link.url);
    const outcome = obstacle(link, source.entry.depth + 1, isKnown, rules);
    if (outcome !== undefined) return { outcome };
    const entry = toEntry(link, source, rules.priority);
    if (entry === undefined) return { outcome: isKnown ? 'known' : 'unpromising' };
    return { entry: isKnown ? entry : explained(entry) };
  });
}

function obstacle(
  link: PageLink,
  depth: number,
  isKnown: boolean,
  rules: LinkRules,
): Exclude<LinkOutcome, 'queued'> | undefined {
  if (isKnown && (depth > rules.maxDepth || !rules.waits(link.url))) return 'known';
  if (!rules.inScope(link.url)) return 'out-of-scope';
  if (!rules.admits(link.url)) return 'excluded';
  if (depth > rules.maxDepth) return 'too-deep';
  return rules.isTrap(link.url) ? 'trap' : undefined;
}

/** An entry as plain data: the reason of its priority is no longer made when it is read (see {@link LinkPriority}). */
export function explained(entry: QueuedUrl): QueuedUrl {
  return { ...entry, priority: { ...entry.priority } };
}

function toEntry(
  link: PageLink,
  { entry, page, judgement }: LinkSource,
  strategy: LinkRules['priority'],
): QueuedUrl | undefined {
  const depth = entry.depth + 1;
  const priority = strategy.prioritise({ link, source: page, judgement, depth, entry });
  if (priority === undefined) return undefined;
  if (Number.isNaN(priority.value))
    throw new Error(`the link priority '${strategy.name}' gave no number for ${link.url}`);
  return {
    ...{ url: link.url, depth, referrer: entry.url },
    ...(link.anchorText !== '' && { anchorText: link.anchorText }),
    ...{ linkContext: link.places?.[0]?.context, priority },
  };
}
