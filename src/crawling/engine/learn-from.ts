import type { CrawlEvent } from '../../model/crawl-event.js';
import type { CrawlContext } from './crawl-context.js';

/** What is learned from events alone: those of other workers, and of earlier runs of the crawl. */
export function learnFrom(
  event: CrawlEvent,
  { features, progress }: Pick<CrawlContext, 'features' | 'progress'>,
): void {
  progress.stopWatch.note(event);
  for (const feature of features) feature.note?.(event);
}
