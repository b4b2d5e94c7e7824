import type { CrawlEvent, QueuedUrl } from '../../model/crawl-event.js';
import type { Page } from '../../model/page.js';
import { given } from '../../support/given.js';
import type { Crawl, CrawlFeature } from '../../crawling/engine/crawl-context.js';
import type { EarlierCrawl, RecognisedPage } from './earlier-crawl.js';
import { rightsOf, type Answer } from '../../crawling/engine/feature.js';
import { linksOf } from '../../crawling/engine/link-decisions.js';
import type { Outcome } from '../../crawling/engine/recorder.js';
import { readAgain } from '../../crawling/engine/judge-again.js';
import { takeAccepted } from '../../crawling/pages/page-watch.js';
import { emptyPage } from '../../support/text/empty-page.js';
import { without } from '../../support/without.js';

/** Takes over what an earlier crawl knows of pages that have not changed since: they are neither sent nor judged again. */
export function unchangedPages(earlier: EarlierCrawl): CrawlFeature {
  return {
    name: 'unchanged-pages',
    begin: (context) => ({
      recognise(entry) {
        const needsLinks = context.plan.follow === 'all' || entry.depth === 0;
        const known = earlier.recognise(entry.url, needsLinks);
        return known && { ...known, unchanged: (answer) => unchangedOutcome(entry, answer, known, context) };
      },
    }),
  };
}

/**
 * The judgement of an earlier crawl for a page that has not changed since. The links of an accepted page are followed
 * as those of any page; a rejected one is requested conditionally only where its links are not followed.
 */
async function unchangedOutcome(
  entry: QueuedUrl,
  answer: Answer,
  { read }: RecognisedPage,
  context: Crawl,
): Promise<Outcome | undefined> {
  const { event, body, source } = await read();
  if (event.judgement === undefined) return undefined;
  // Models are numbered by the crawl that trained them.
  const judgement = without(event.judgement, 'model');
  const { rights, refusal } = rightsOf(context.features, event.finalUrl ?? event.url, event.rights);
  if (refusal !== undefined) return { ...answer, state: 'skipped', ...refusal, ...given({ rights }) };
  const page =
    body === undefined ? pageOfLinks(event) : (await readAgain(event, body, context.deps.judge)).page;
  const of = { noFollow: false, body: body ?? new Uint8Array(), reading: event.reading };
  const links = linksOf(entry, page, judgement, of, context.plan);
  takeAccepted(event, context.pageWatch);
  return {
    ...asBefore(event),
    ...answer,
    // Without an archive, the time at which the page came to its end is the nearest that is known.
    capturedAt: event.capturedAt ?? event.time,
    state: 'done',
    code: 'unchanged',
    message: `as on ${event.time}`,
    judgement,
    ...links,
    ...(body === undefined ? {} : { page, body, source }),
  };
}

/** Bytes of a page according to its event. */
function asBefore(event: CrawlEvent): Partial<Outcome> {
  const { validators, bytes, checksum, title, rights, metadata } = event;
  const { fingerprint, canonicalUrl, contentType, reading } = event;
  return {
    ...given({ metadata }),
    ...{ validators, bytes, checksum, title, rights, fingerprint, canonicalUrl, contentType, reading },
  };
}

function pageOfLinks({ url, finalUrl, title = '', links = [] }: CrawlEvent): Page {
  return {
    ...emptyPage(finalUrl ?? url),
    title,
    headline: title,
    links: links.map((target) => ({ url: target, anchorText: '', noFollow: true })),
    robots: { noIndex: false, noFollow: true },
  };
}
