import { REASONS, type CrawlEvent, type ReasonCode } from '../../model/crawl-event.js';
import { readEvents } from '../store/result-folder.js';

/**
 * Why a crawl brought not a single page: a line for each reason with one address as its example, the most frequent reason
 * first. Undefined where nothing was skipped and nothing failed.
 * @param out the result folder
 * @throws InputError as `readEvents`
 */
export async function whyNoPage(out: string): Promise<readonly string[] | undefined> {
  const reasons = new Map<ReasonCode, { readonly example: CrawlEvent; count: number }>();
  for await (const event of readEvents(out)) {
    if (event.code === undefined || event.state === 'done') continue;
    const known = reasons.get(event.code);
    if (known === undefined) reasons.set(event.code, { example: event, count: 1 });
    else known.count += 1;
  }
  if (reasons.size === 0) return undefined;
  return [...reasons]
    .sort(([, a], [, b]) => b.count - a.count)
    .map(([code, { example, count }]) => {
      const addresses = count === 1 ? example.url : `${count} addresses, such as ${example.url}`;
      return [addresses, REASONS[code], example.message ?? ''].filter((part) => part !== '').join(': ');
    });
}
