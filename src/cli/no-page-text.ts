import { messageOf } from '../model/errors.js';

/** Says that a crawl or harvest brought no page at all, and why. */
export function noPageText(noPage: readonly string[]): string {
  const [only, ...more] = noPage.map(messageOf);
  const start = 'no page could be fetched and read';
  return more.length === 0 ? `${start}: ${only ?? ''}\n` : `${start}:\n  ${[only, ...more].join('\n  ')}\n`;
}
