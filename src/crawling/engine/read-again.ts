import type { CrawlEvent } from '../../model/crawl-event.js';
import type { PageJudge } from '../../model/judging.js';
import type { Page } from '../../model/page.js';

/** A page whose judgement is known, out of its body. */
export async function readAgain(event: CrawlEvent, body: Uint8Array, judge: PageJudge): Promise<Page> {
  return (await judge.read(body, event.finalUrl ?? event.url, event.contentType ?? '')).page;
}
