import { addToList } from '../../support/add-to-list.js';
import type { Block, Zone } from './blocks.js';
import { isMargin } from './elements.js';
import { byZones, plainSizeOf, sizeOf, withoutBoilerplate, zonesOf } from './zones.js';

/** Thresholds of {@link selectMainPart}. */
export interface MainPartOptions {
  /** Characters, blanks not counted, that a main part must have before anything is left out for its sake. */
  readonly minimumCharacters: number;
  /** Largest share of link text with which a block still counts as text, 0 to 1. */
  readonly maximumLinkDensity: number;
}

export const DEFAULT_MAIN_PART: MainPartOptions = { minimumCharacters: 250, maximumLinkDensity: 0.5 };

/** Shares below which an article is not the main part: of the page's text, and of the largest article. */
const ARTICLE_SHARE = 1 / 3;

/** A discussion is the page where it is this many times as long as the rest of the main part. */
const DISCUSSION_RATIO = 2.5;
/** Largest share of the text, links not counted, that may stand before a headline and be dropped. */
const BEFORE_HEADLINE_SHARE = 0.2;
/** Characters per link from which on a link is prose, not a label. */
const PROSE_LINK = 80;
/** A page is written in links where prose links are this many times as long as the rest of the main part. */
const PROSE_LINKS_RATIO = 4;

/** From this level on a heading that is a link belongs to a teaser; above it may be the page's own title. */
const TEASER_HEADING = 3;

/** A heading stays when text that stays follows it before the next heading of its level or above. */
function withoutLonelyHeadings(blocks: readonly Block[]): readonly Block[] {
  const followed = [false, false, false, false, false, false, false];
  const kept: Block[] = [];
  for (const block of blocks.toReversed()) {
    if (block.heading === 0) followed.fill(true);
    if (block.heading === 0 || block.heading === 1 || followed[block.heading] === true) kept.push(block);
    if (block.heading > 0) followed.fill(false, block.heading);
  }
  return kept.reverse();
}

/**
 * The blocks of the large articles and of the articles around the largest: teasers next to a text are articles as well,
 * and the HTML standard has comments as articles inside the article that they comment on.
 */
function insideArticles(blocks: readonly Block[]): readonly Block[] {
  const own = new Map<Zone, Block[]>();
  for (const block of blocks) {
    const innermost = zonesOf(block).find((zone) => zone.kind === 'article');
    if (innermost === undefined) continue;
    addToList(own, innermost, block);
  }
  const sizes = [...own]
    .map(([zone, list]) => ({ zone, size: sizeOf(list) }))
    .sort((a, b) => b.size - a.size);
  const largest = sizes[0];
  if (largest === undefined) return [];
  const kept = new Set(
    sizes.filter(({ size }) => size >= largest.size * ARTICLE_SHARE).map(({ zone }) => zone),
  );
  for (const zone of largest.zone.path) kept.add(zone);
  return blocks.filter((block) => {
    const innermost = zonesOf(block).find((zone) => zone.kind === 'article');
    return innermost !== undefined && kept.has(innermost);
  });
}

/** Takes `<article>` or `<main>` where it holds enough of the text, else everything. */
function chooseRegion(blocks: readonly Block[], options: MainPartOptions): readonly Block[] {
  const article = insideArticles(blocks);
  if (sizeOf(article) >= Math.max(options.minimumCharacters, sizeOf(blocks) * ARTICLE_SHARE)) return article;
  const main = blocks.filter(byZones((zones) => zones.some(({ kind }) => kind === 'main')));
  return sizeOf(main) >= options.minimumCharacters ? main : blocks;
}

/** What readers wrote. */
function commentsIn(blocks: readonly Block[]): readonly Block[] {
  return blocks.filter(
    byZones((zones) => {
      const kinds = new Set(zones.map(({ kind }) => kind));
      return kinds.has('comments') && !kinds.has('navigation') && !kinds.has('boilerplate');
    }),
  );
}

/**
 * True when the comments are the page: the discussion of a short question or a picture. An article stays without its
 * comments however many they are.
 */
function isDiscussion(
  comments: readonly Block[],
  main: readonly Block[],
  { minimumCharacters }: MainPartOptions,
): boolean {
  const article = main.filter(byZones((zones) => zones.some(({ kind }) => kind === 'article')));
  return (
    comments.length > 0 &&
    sizeOf(article) < minimumCharacters &&
    plainSizeOf(comments) >= sizeOf(main) * DISCUSSION_RATIO
  );
}

/** What readers wrote, with what stands around it, in document order. */
function discussionOf(
  blocks: readonly Block[],
  content: readonly Block[],
  comments: readonly Block[],
  isLinks: (block: Block) => boolean,
): readonly Block[] {
  const kept = new Set([...content, ...comments]);
  return withoutLonelyHeadings(blocks.filter((block) => kept.has(block) && !isLinks(block)));
}

/** Without what stands before the page's headline, where that is little: tickers, menus, choices of language. */
function fromHeadline(blocks: readonly Block[]): readonly Block[] {
  const headline = blocks.findIndex((block) => block.heading === 1);
  const isOne = new Set(blocks.flatMap(({ heading, text }) => (heading === 1 ? [text] : []))).size === 1;
  if (!isOne) return blocks;
  const before = plainSizeOf(blocks.slice(0, headline));
  return before <= plainSizeOf(blocks) * BEFORE_HEADLINE_SHARE ? blocks.slice(headline) : blocks;
}

/** Characters outside links that a page must have for lists of links before its text to be left out. */
const TEXT_AFTER_LINKS = 80;
/** How a sentence ends. What stands in navigation without one is a label: "Prev", "Chapter 5. Indexes", "Version 2.1". */
const SENTENCE_END = /[.!?…:;]["'”’)\]]*$/;

/** Characters outside links from which on a block that ends as a sentence does is prose, however long the links in it are. */
const PROSE_AROUND_LINKS = 40;

function isProseAroundLinks({ characters, linkCharacters, text }: Block): boolean {
  return characters - linkCharacters >= PROSE_AROUND_LINKS && SENTENCE_END.test(text);
}

function isLabel(block: Block): boolean {
  return zonesOf(block).some(({ kind }) => kind === 'navigation') && !SENTENCE_END.test(block.text);
}

/** Without the links before the first text, where text follows: the table of links at the top or side of a page. */
function withoutLinksBefore(blocks: readonly Block[], isLinks: (block: Block) => boolean): readonly Block[] {
  const first = blocks.findIndex((block) => !isLinks(block));
  const text = blocks.filter((block) => block.heading === 0 && !isLinks(block));
  return first > 0 && plainSizeOf(text) >= TEXT_AFTER_LINKS ? blocks.slice(first) : blocks;
}

/** True for blocks in which links are long enough to be prose: a product described in its link, an anchor left open. */
function isProseLink(block: Block): boolean {
  return block.heading === 0 && block.linkCharacters >= block.anchors.length * PROSE_LINK;
}

/** Without blocks that are mostly link text, unless the region is written in links. */
function withoutLinks(region: readonly Block[], isLinks: (block: Block) => boolean): readonly Block[] {
  const text = region.filter((block) => !isLinks(block));
  const prose = region.filter((block) => isLinks(block) && isProseLink(block));
  if (sizeOf(prose) < sizeOf(text) * PROSE_LINKS_RATIO) return text;
  return region.filter((block) => !isLinks(block) || isProseLink(block));
}

/**
 * Chooses the blocks that make up the main part of a page.
 *
 * Left out: zones marked as navigation, boilerplate, comments or marginal, such as captions and bylines (unless only their
 * name says so and they hold more than half of the text), what lies outside `<article>` or `<main>` where these hold enough, the little that stands before
 * the headline, blocks that are mostly link text but for sentences around links, and headings with nothing
 * left under them. Comments stay where they
 * are the page, and links where it is written in links. Where fewer than `minimumCharacters` remain and the page has
 * more, all text stays except lists of links in margins, labels in navigation, links before the first text and the little
 * before the headline.
 *
 * The measure of link density by block follows Kohlschütter, Fankhauser, Nejdl: Boilerplate Detection using Shallow
 * Text Features (WSDM 2010), with a fixed threshold instead of a learnt tree and without text density, since there
 * are short paragraphs on topic.
 */
export function selectMainPart(
  blocks: readonly Block[],
  options: MainPartOptions = DEFAULT_MAIN_PART,
): readonly Block[] {
  const content = withoutBoilerplate(blocks);
  const isLinks = (block: Block): boolean =>
    block.linkCharacters > block.characters * options.maximumLinkDensity &&
    !isProseAroundLinks(block) &&
    (block.heading === 0 || block.heading >= TEASER_HEADING);
  const text = withoutLonelyHeadings(withoutLinks(chooseRegion(content, options), isLinks));
  const comments = commentsIn(blocks);
  const main = isDiscussion(comments, text, options)
    ? discussionOf(blocks, content, comments, isLinks)
    : text;
  if (sizeOf(main) >= options.minimumCharacters) return fromHeadline(main);
  const visible = blocks.filter((block) =>
    isLinks(block) ? !zonesOf(block).some(isMargin) : !isLabel(block),
  );
  return fromHeadline(sizeOf(visible) > sizeOf(main) ? withoutLinksBefore(visible, isLinks) : main);
}
