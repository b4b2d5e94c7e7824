import { explainFields } from '../config/explain-settings.js';
import type { CrawlEvent, FormerVerdict, Rejudged } from '../model/crawl.js';
import { command } from './command.js';
import { printResult } from './io.js';
import { judgementText } from './judgement-text.js';
import { priorityText } from './numbers.js';

export const explainCommand = command({
  examples: ['sfwc explain out https://example.org/insulin.html'],
  fields: explainFields,
  run: async (settings, [folder = '', url = ''], io) => {
    const { findEvent } = await import('../app/crawl/explain.js');
    const event = await findEvent(folder, url);
    printResult(io, settings.json, event, eventText);
    return 0;
  },
});

/** What happened to a URL, in words. */
export function eventText(event: CrawlEvent): string {
  const lines = [
    event.url,
    event.title === undefined ? '' : `  “${event.title}”`,
    `  ${way(event)}`,
    event.finalUrl === undefined ? '' : `  redirected to ${event.finalUrl}`,
    event.priority === undefined
      ? ''
      : `  queued with priority ${priorityText(event.priority.value)} (${event.priority.reason})`,
    event.state === 'done'
      ? `  fetched ${event.time}: status ${event.status ?? 0}, ${event.bytes ?? 0} bytes, ${event.links?.length ?? 0} links`
      : `  ${event.state}: ${event.code ?? ''}${event.message === undefined ? '' : ` — ${event.message}`}`,
  ].filter((line) => line !== '');
  const again = event.rejudged === undefined ? '' : formerText(event.rejudged);
  const verdict = event.judgement === undefined ? '' : judgementText(event.judgement);
  return `${lines.join('\n')}\n${again}${verdict}`;
}

function formerText({ accepted, threshold, topics }: Rejudged): string {
  const was = ({ accepted: wasAccepted, threshold: low }: FormerVerdict): string =>
    `${wasAccepted ? 'accepted' : 'rejected'}${low === null ? '' : ` (from ${low.toFixed(3)})`}`;
  const before = topics?.map((one) => `${one.topic} ${was(one)}`).join(', ') ?? was({ accepted, threshold });
  return `judged again when the threshold had settled; before: ${before}\n`;
}

function way({ referrer, anchorText, depth }: CrawlEvent): string {
  if (referrer === undefined) return 'a seed';
  const anchor = anchorText === undefined || anchorText === '' ? '' : ` under “${anchorText}”`;
  return `found on ${referrer}${anchor}, ${depth} ${depth === 1 ? 'link' : 'links'} from a seed`;
}
