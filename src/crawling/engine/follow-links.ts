import type { QueuedUrl } from '../../model/crawl-event.js';
import type { Page, PageLink } from '../../model/page.js';
import type { Judgement } from '../../model/topic.js';
import type { CrawlContext } from './crawl-context.js';
import { distinctLinks, distinctLinkSteps, LINKS_AT_ONCE } from './link-decisions.js';
import type { Outcome } from './recorder.js';
import type { RobotsTag } from '../../web/page/robots-tag.js';
import { runInSteps } from '../../support/interruptible.js';
import { normaliseUrl } from '../urls/urls.js';

/**
 * What is to become of the links of a judged page: their addresses, for the event, and the links themselves where they
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
  links = distinctLinks(page.links, (written) => normaliseUrl(written, plan.urlRules)),
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

/** The distinct links of a page that has many, found while other work is done; undefined for one that has few. */
export function findManyLinks(
  { links }: Page,
  { plan, parts: { untimed } }: Pick<CrawlContext, 'plan' | 'parts'>,
): Promise<readonly PageLink[]> | undefined {
  if (links.length <= LINKS_AT_ONCE) return undefined;
  const normalise = (written: string): string | undefined => normaliseUrl(written, plan.urlRules);
  const finding = runInSteps(distinctLinkSteps(links, normalise), undefined);
  return untimed?.(finding) ?? finding;
}
