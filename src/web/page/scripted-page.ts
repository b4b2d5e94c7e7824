import type { Page, PageLink, ShellSign } from '../../model/page.js';
import { readEmbeddedData, type EmbeddedData } from './embedded-data.js';
import { shellSigns, type ShellSight } from './shell.js';
import type { TellMarkup } from './tree.js';

/** Signs that text is missing; the others are of missing links. */
const LACKS_TEXT: ReadonlySet<ShellSign> = new Set([
  'little-text',
  'mount-point',
  'noscript',
  'island',
  'consent-wall',
]);

/** Data holds the text of a page where it has so many characters, and so many times as many as the page shows. */
const ENOUGH_TEXT = { characters: 150, times: 2 } as const;
/** Data holds the links of a page where it has so many that the page does not show. */
const ENOUGH_LINKS = 3;

/**
 * A page with what is known of it as a shell that scripts fill, and with the text and links that stand as data in it. A
 * page that is not a shell is returned as it is.
 * @param markup what was parsed
 * @param sight as {@link shellSigns} wants it
 * @param tell tells of the page once more
 */
export function readScriptedPage(
  page: Page,
  markup: string,
  sight: ShellSight | undefined,
  tell: TellMarkup,
): Page {
  const signs = shellSigns(markup, sight, page);
  if (signs.length === 0) return page;
  const data = readEmbeddedData(tell, page.url);
  const known = new Set(page.links.map(({ url }) => url));
  const links = data.links.filter(({ url }) => !known.has(url));
  if (!signs.some((sign) => LACKS_TEXT.has(sign))) {
    if (links.length < ENOUGH_LINKS) return { ...page, shell: { signs, lacks: 'links' } };
    return { ...page, links: [...page.links, ...links], shell: { signs, data: true } };
  }
  if (!holdsText(data, page)) return { ...page, shell: { signs, lacks: 'text' } };
  const all = [...page.links, ...links];
  const lacks = all.length === 0 ? 'links' : undefined;
  return { ...withData(page, data, all), shell: { signs, data: true, lacks } };
}

function holdsText({ paragraphs }: EmbeddedData, { text }: Page): boolean {
  const characters = paragraphs.reduce((sum, paragraph) => sum + paragraph.length, 0);
  return characters >= ENOUGH_TEXT.characters && characters >= ENOUGH_TEXT.times * text.length;
}

function withData(page: Page, { paragraphs }: EmbeddedData, links: readonly PageLink[]): Page {
  const text = paragraphs.join('\n\n');
  return { ...page, text, blocks: [...page.blocks, text], links };
}
