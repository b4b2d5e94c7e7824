import { escapeHtml } from '../../src/support/text/escapes.js';
import { withoutQualifier } from '../../src/support/text/ends.js';

/** An article of a collection whose links are ids of other articles. */
export interface WikiArticle {
  readonly id: string;
  readonly title: string;
  /** Paragraphs separated by empty lines; headings are lines without indentation. */
  readonly text: string;
  readonly links: readonly string[];
}

/** Facts about other articles for the page of an article. */
export interface WikiPageParts {
  /** The title of an article; undefined for one that does not exist. */
  readonly titleOf: (id: string) => string | undefined;
  readonly addressOf: (id: string) => string;
}

/** A place in a paragraph that becomes an anchor. */
interface AnchorPlace {
  readonly paragraph: number;
  readonly begin: number;
  readonly end: number;
  readonly target: string;
}

/**
 * The page of an article. A link becomes an anchor at the first occurrence of its target's title in a paragraph, longer titles
 * first, outside of other anchors. Links without such an occurrence are listed under 'See also'. The links on the page are
 * thus in the order of the text.
 */
export function wikiPage(article: WikiArticle, { titleOf, addressOf }: WikiPageParts): string {
  const paragraphs = paragraphsOf(article);
  const targets = article.links.filter((id) => titleOf(id) !== undefined && id !== article.id);
  const places = anchorPlaces(paragraphs, targets, titleOf);
  const placed = new Set(places.map(({ target }) => target));
  const anchor = (id: string, shown: string): string =>
    `<a href="${escapeHtml(addressOf(id))}">${escapeHtml(shown)}</a>`;
  const listItem = (id: string): string => `<li>${anchor(id, titleOf(id) ?? id)}</li>`;

  const body = paragraphs.map((paragraph, index) => {
    const inner = withAnchors(
      paragraph.text,
      places.filter((place) => place.paragraph === index),
      anchor,
    );
    return paragraph.isHeading ? `<h2>${inner}</h2>` : `<p>${inner}</p>`;
  });
  const others = targets.filter((id) => !placed.has(id));
  const seeAlso = others.length === 0 ? '' : `<h2>See also</h2>\n<ul>${others.map(listItem).join('')}</ul>\n`;
  const title = escapeHtml(article.title);
  return (
    `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>${title}</title></head>\n<body>\n` +
    `<main><h1>${title}</h1>\n${body.join('\n')}\n${seeAlso}</main>\n</body></html>\n`
  );
}

interface Paragraph {
  readonly text: string;
  readonly isHeading: boolean;
}

/** Drops the first paragraph if it repeats the title. */
function paragraphsOf({ text, title }: WikiArticle): readonly Paragraph[] {
  const paragraphs = text
    .split(/\n\s*\n/)
    .map((lines) => ({ text: lines.replace(/\s+/g, ' ').trim(), isHeading: isHeading(lines) }))
    .filter((paragraph) => paragraph.text !== '');
  return paragraphs[0]?.text === title ? paragraphs.slice(1) : paragraphs;
}

/** Body text is indented and ends like a sentence; a short line that does neither is a heading. */
function isHeading(lines: string): boolean {
  const line = lines.replace(/^\n+/, '').trimEnd();
  return line.length < 80 && !/^\s|\n|[.!?:;,]$/.test(line);
}

function anchorPlaces(
  paragraphs: readonly Paragraph[],
  targets: readonly string[],
  titleOf: (id: string) => string | undefined,
): readonly AnchorPlace[] {
  const lowered = paragraphs.map(({ text, isHeading }) => (isHeading ? '' : text.toLowerCase()));
  const places: AnchorPlace[] = [];
  const named = [...new Set(targets)].map((target) => ({ target, name: spokenTitle(titleOf(target) ?? '') }));
  named.sort((a, b) => b.name.length - a.name.length);
  for (const { target, name } of named) {
    if (name === '') continue;
    const place = firstFreePlace(lowered, name, places);
    if (place !== undefined) places.push({ ...place, target });
  }
  return places;
}

/** A title as in running text: in lower case, without a disambiguation. */
function spokenTitle(title: string): string {
  return withoutQualifier(title).trim().toLowerCase();
}

const WORD_CHARACTER = /[\p{L}\p{N}]/u;

function firstFreePlace(
  lowered: readonly string[],
  name: string,
  taken: readonly AnchorPlace[],
): Omit<AnchorPlace, 'target'> | undefined {
  for (const [paragraph, text] of lowered.entries()) {
    for (let begin = text.indexOf(name); begin >= 0; begin = text.indexOf(name, begin + 1)) {
      // A plural is the same word, and part of the anchor.
      const after = begin + name.length;
      const end = text.charAt(after) === 's' ? after + 1 : after;
      const standsAlone =
        !WORD_CHARACTER.test(text.charAt(begin - 1)) && !WORD_CHARACTER.test(text.charAt(end));
      const isFree = !taken.some(
        (other) => other.paragraph === paragraph && other.begin < end && begin < other.end,
      );
      if (standsAlone && isFree) return { paragraph, begin, end };
    }
  }
  return undefined;
}

function withAnchors(
  text: string,
  places: readonly AnchorPlace[],
  anchor: (id: string, shown: string) => string,
): string {
  let html = '';
  let done = 0;
  for (const { begin, end, target } of [...places].sort((a, b) => a.begin - b.begin)) {
    html += escapeHtml(text.slice(done, begin)) + anchor(target, text.slice(begin, end));
    done = end;
  }
  return html + escapeHtml(text.slice(done));
}
