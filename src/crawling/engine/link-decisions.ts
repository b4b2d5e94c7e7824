import type { LinkPriority, QueuedUrl } from '../../model/crawl-event.js';
import type { Page, PageLink } from '../../model/page.js';
import type { Judgement } from '../../model/topic.js';
import type { LinkOutcome } from './crawl-counts.js';
import { normaliseUrl } from '../urls/urls.js';
import { runAtOnce } from '../../support/interruptible.js';

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

/** A judged page whose links are to be followed. */
export interface LinkSource {
  /** The entry under which the crawl fetched the page. */
  readonly entry: QueuedUrl;
  readonly page: Page;
  readonly judgement: Judgement;
}

/** Decision on a link: an entry for the frontier, or the reason why it is not queued. */
export type LinkDecision =
  { readonly entry: QueuedUrl } | { readonly outcome: Exclude<LinkOutcome, 'queued'> };

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

/** Links of a page that the main thread goes through without a break. */
export const LINKS_AT_ONCE = 250;

/** As {@link distinctLinks}, in steps between which other work may be done. */
export function* distinctLinkSteps(
  links: readonly PageLink[],
  normalise: (written: string) => string | undefined,
): Generator<undefined, readonly PageLink[]> {
  const distinct = new Map<string, PageLink>();
  for (const [place, link] of links.entries()) {
    if (place % LINKS_AT_ONCE === LINKS_AT_ONCE - 1) yield;
    const url = normalise(link.url);
    if (url === undefined) continue;
    const earlier = distinct.get(url);
    distinct.set(url, earlier === undefined ? underAddress(link, url) : together(earlier, link));
  }
  return [...distinct.values()];
}

function underAddress(link: PageLink, url: string): PageLink {
  return link.url === url ? link : { ...link, url };
}

function together(earlier: PageLink, link: PageLink): PageLink {
  const anchorText = earlier.anchorText === '' ? link.anchorText : earlier.anchorText;
  const noFollow = link.noFollow && earlier.noFollow;
  return { ...link, ...earlier, anchorText, noFollow, ...placesOf(earlier, link) };
}

function placesOf(earlier: PageLink, link: PageLink): Pick<PageLink, 'places'> {
  const places = [...(earlier.places ?? []), ...(link.places ?? [])];
  return places.length === 0 ? {} : { places };
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
  if (rules.isTrap(link.url)) return 'trap';
  return undefined;
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
  const context = link.places?.[0]?.context;
  return {
    url: link.url,
    depth,
    referrer: entry.url,
    ...(link.anchorText === '' ? {} : { anchorText: link.anchorText }),
    linkContext: context,
    priority,
  };
}
