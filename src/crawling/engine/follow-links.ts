import type { QueuedUrl } from '../../model/crawl-event.js';
import type { Page } from '../../model/page.js';
import type { Judgement } from '../../model/topic.js';
import type { CrawlContext } from './crawl-context.js';
import { distinctLinks } from './link-decisions.js';
import type { Outcome } from './recorder.js';
import type { RobotsTag } from '../../web/page/robots-tag.js';
import { normaliseUrl } from '../urls/urls.js';

/**
 * What is to become of the links of a judged page: their addresses, for the event, and the links themselves where they
 * are to be followed. They are queued when the page comes to its end, in the same step.
 * @param body the page as received; replayed to a strategy that learns when a crawl is resumed
 */
export function linksOf(
  entry: QueuedUrl,
  page: Page,
  judgement: Judgement,
  { tag, body }: { readonly tag: Pick<RobotsTag, 'noFollow'>; readonly body: Uint8Array },
  { plan }: Pick<CrawlContext, 'plan'>,
): { readonly links: readonly string[] } & Pick<Outcome, 'follow' | 'left'> {
  const links = distinctLinks(page.links, (written) => normaliseUrl(written, plan.urlRules));
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
