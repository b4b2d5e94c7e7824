import type { QueuedUrl } from '../../model/crawl-event.js';
import type { ReadPage } from '../../model/judging.js';
import type { Page, PageLink } from '../../model/page.js';
import type { Judgement } from '../../model/topic.js';
import type { CrawlContext } from './crawl-context.js';
import { distinctLinks, distinctLinkSteps, LINKS_AT_ONCE } from './link-decisions.js';
import { saidOf } from './read-response.js';
import type { Outcome } from './recorder.js';
import type { RobotsTag } from '../../web/page/robots-tag.js';
import { runInSteps } from '../../support/interruptible.js';
import { normaliseUrl } from '../urls/urls.js';
import { verdictBy } from '../../model/verdict-by-threshold.js';

/**
 * The links of a copy of an accepted page: followed as those of an accepted page where one is new to the crawl. Where the
 * address of the copy is that of the other page on another host, below another folder, or with other parameters, its
 * links most likely lead to the same pages: then all others come first.
 */
export async function linksOfCopy(
  entry: QueuedUrl,
  copied: string | undefined,
  {
    read,
    tag,
    body,
  }: { readonly read: ReadPage; readonly tag: Pick<RobotsTag, 'noFollow'>; readonly body: Uint8Array },
  context: CrawlContext,
): Promise<Pick<Outcome, 'follow'>> {
  const { page } = read;
  const { parts, deciding } = context;
  const links = await findLinks(page, context);
  if (copied === undefined || links.every(({ url }) => parts.frontier.knows(url))) return {};
  const own = verdictBy(deciding.acceptance, await read.judge(saidOf(entry)));
  const { follow } = linksOf(entry, page, { ...own, accepted: true }, { tag, body }, context, links);
  if (follow === undefined) return {};
  return { follow: { ...follow, isFirstChoice: entry.depth === 0 || !isMirrored(entry.url, copied) } };
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
  const follows = mayFollow && (isFirstChoice || plan.follow === 'accepted-first');
  return {
    links: links.map((link) => link.url),
    ...(follows
      ? { follow: { links, entry, page, judgement, body, isFirstChoice } }
      : links.length > 0
        ? { left: { [mayFollow ? 'rejected' : 'no-follow']: 'all' } }
        : {}),
  };
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
