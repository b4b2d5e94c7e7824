import { addToList } from '../../support/add-to-list.js';
import type { Block, Zone } from './blocks.js';
import { isMargin } from './elements.js';

/** Characters, blanks not counted, that a main part must have before anything is left out for its sake. */
export const MIN_CHARACTERS = 250;
/** Largest share of link text with which a block still counts as text. */
const MAX_LINK_DENSITY = 0.5;

/** Share of the page's text outside links above which a zone is the page itself, whatever its name says. */
const WHOLE_PAGE_SHARE = 0.5;

/** Characters of some blocks, blanks not counted. */
export function sizeOf(blocks: readonly Block[]): number {
  return blocks.reduce((total, { characters }) => total + characters, 0);
}

/** Characters of some blocks outside links, blanks not counted. */
function plainSizeOf(blocks: readonly Block[]): number {
  return blocks.reduce((total, { characters, linkCharacters }) => total + characters - linkCharacters, 0);
}

/** The innermost zone of a kind that a block lies in. */
function zoneOf({ zone }: Block, kind: Zone['kind']): Zone | undefined {
  return zone?.path.find((around) => around.kind === kind);
}

function liesIn(block: Block, kind: Zone['kind']): boolean {
  return zoneOf(block, kind) !== undefined;
}

/** The zones that are margins by name only: those with most of the page's text, and what is marginal around a headline. */
function mistakenZones(blocks: readonly Block[]): ReadonlySet<Zone> {
  const plain = new Map<Zone, number>();
  const mistaken = new Set<Zone>();
  let total = 0;
  for (const block of blocks) {
    const path = block.zone?.path ?? [];
    if (path.some((zone) => zone.certain && isMargin(zone))) continue;
    const characters = block.characters - block.linkCharacters;
    total += characters;
    for (const zone of path) {
      if (zone.certain) continue;
      plain.set(zone, (plain.get(zone) ?? 0) + characters);
      if (block.heading === 1 && zone.kind === 'marginal') mistaken.add(zone);
    }
  }
  for (const [zone, characters] of plain) if (characters > total * WHOLE_PAGE_SHARE) mistaken.add(zone);
  return mistaken;
}

/** The blocks outside all margins; those that are marginal as well where they are most of the rest: a page of captions. */
export function withoutBoilerplate(blocks: readonly Block[]): readonly Block[] {
  const mistaken = mistakenZones(blocks);
  const isIn = (zone: Zone): boolean => isMargin(zone) && !mistaken.has(zone);
  const withMarginal = blocks.filter(
    ({ zone }) => zone?.path.some((around) => around.kind !== 'marginal' && isIn(around)) !== true,
  );
  const text = withMarginal.filter(({ zone }) => zone?.path.some(isIn) !== true);
  return plainSizeOf(text) >= plainSizeOf(withMarginal) * (1 - WHOLE_PAGE_SHARE) ? text : withMarginal;
}

/** Shares below which an article is not the main part: of the page's text, and of the largest article. */
const ARTICLE_SHARE = 1 / 3;

/** Share of a discussion that its articles and comments must be to stand for it. */
const POSTS_SHARE = 1 / 2;

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
  const followed = Array<boolean>(7).fill(false);
  const kept: Block[] = [];
  for (let index = blocks.length - 1; index >= 0; index -= 1) {
    const block = blocks[index];
    if (block === undefined) continue;
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
    const innermost = zoneOf(block, 'article');
    if (innermost !== undefined) addToList(own, innermost, block);
  }
  const articles = [...own].map(([zone, list]) => ({ zone, size: sizeOf(list) }));
  const [largest] = articles.toSorted((a, b) => b.size - a.size);
  const kept = new Set<Zone | undefined>(largest?.zone.path);
  for (const { zone, size } of articles) if (size >= (largest?.size ?? 0) * ARTICLE_SHARE) kept.add(zone);
  return blocks.filter((block) => kept.has(zoneOf(block, 'article')));
}

/** Takes `<article>` or `<main>` where it holds enough of the text, else everything. */
function chooseRegion(blocks: readonly Block[]): readonly Block[] {
  const article = insideArticles(blocks);
  if (sizeOf(article) >= Math.max(MIN_CHARACTERS, sizeOf(blocks) * ARTICLE_SHARE)) return article;
  const main = blocks.filter((block) => liesIn(block, 'main'));
  return sizeOf(main) >= MIN_CHARACTERS ? main : blocks;
}

/** True for comments of readers. */
function isComment(block: Block): boolean {
  return liesIn(block, 'comments') && !liesIn(block, 'navigation') && !liesIn(block, 'boilerplate');
}

/** True when the comments are the page: the discussion of a short question or a picture, not of an article. */
function isDiscussion(comments: readonly Block[], main: readonly Block[]): boolean {
  return (
    comments.length > 0 &&
    sizeOf(main.filter((block) => liesIn(block, 'article'))) < MIN_CHARACTERS &&
    plainSizeOf(comments) >= sizeOf(main) * DISCUSSION_RATIO
  );
}

/** Without what stands before the page's headline, where that is little: tickers, menus, choices of language. */
function fromHeadline(blocks: readonly Block[]): readonly Block[] {
  const headline = blocks.findIndex(({ heading }) => heading === 1);
  const texts = new Set(blocks.filter(({ heading }) => heading === 1).map(({ text }) => text));
  if (texts.size !== 1) return blocks;
  const before = plainSizeOf(blocks.slice(0, headline));
  return before <= plainSizeOf(blocks) * BEFORE_HEADLINE_SHARE ? blocks.slice(headline) : blocks;
}

/** Characters outside links that a page must have for lists of links before its text to be left out. */
const TEXT_AFTER_LINKS = 80;
/** End of a sentence. A text in navigation without one is a label: "Prev", "Chapter 5. Indexes", "Version 2.1". */
const SENTENCE_END = /[.!?…:;]["'”’)\]]*$/;

/** Characters outside links from which on a block that ends as a sentence does is prose, however long the links in it are. */
const PROSE_AROUND_LINKS = 40;

/** Without the links before the first text, where text follows: the table of links at the top or side of a page. */
function withoutLinksBefore(blocks: readonly Block[], density: number): readonly Block[] {
  const text = blocks.filter((block) => block.heading === 0 && !isLinks(block, density));
  const first = blocks.findIndex((block) => !isLinks(block, density));
  return first > 0 && plainSizeOf(text) >= TEXT_AFTER_LINKS ? blocks.slice(first) : blocks;
}

/** True for blocks in which links are long enough to be prose: a product described in its link, an anchor left open. */
function isProseLink(block: Block): boolean {
  const { heading, linkCharacters } = block;
  // Where the anchors of a block stand is found on request, which takes its time.
  return heading === 0 && linkCharacters >= PROSE_LINK && linkCharacters >= block.anchors.length * PROSE_LINK;
}

/** Without blocks that are mostly link text, unless the region is written in links. */
function withoutLinks(region: readonly Block[], density: number): readonly Block[] {
  const text: Block[] = [];
  let prose = 0;
  for (const block of region) {
    if (!isLinks(block, density)) text.push(block);
    else if (isProseLink(block)) prose += block.characters;
  }
  if (prose < sizeOf(text) * PROSE_LINKS_RATIO) return text;
  return region.filter((block) => !isLinks(block, density) || isProseLink(block));
}

/** Links of a page, outside navigation, that may be its content; and how many times as long as the prose they are at least then. */
const [MIN_ITEMS, ITEMS_RATIO] = [8, 0.8];
/** Characters of a paragraph, and how many times as long as all of them the links are at least: a text may have lists next to it. */
const [PARAGRAPH, PARAGRAPHS_RATIO] = [100, 2];
/** Articles of a page that may be cards of a list, and the share of its text that the largest of them have at most then. */
const [MIN_CARDS, CARDS_SHARE] = [3, 0.85];

/** The content of a page that lists links, such as products, results and headlines, or cards, which are articles; else undefined. */
function listIn(content: readonly Block[], density: number): readonly Block[] | undefined {
  const region = chooseRegion(content);
  const items = region.filter((block) => isLinks(block, density) && !liesIn(block, 'navigation'));
  const prose = withoutLinks(region, density).filter(({ heading }) => heading === 0);
  const paragraphs = prose.filter(({ characters }) => characters >= PARAGRAPH);
  const isMostly =
    sizeOf(items) > ITEMS_RATIO * plainSizeOf(prose) && sizeOf(items) > PARAGRAPHS_RATIO * sizeOf(paragraphs);
  if (items.length >= MIN_ITEMS && isMostly) return region;
  const main = content.filter((block) => liesIn(block, 'main'));
  const all = sizeOf(main) >= MIN_CHARACTERS ? main : content;
  const cards = new Set(region.flatMap((block) => zoneOf(block, 'article') ?? []));
  return cards.size >= MIN_CARDS && sizeOf(region) < CARDS_SHARE * sizeOf(all)
    ? withoutLinks(all, density)
    : undefined;
}

/** Headings on the page of a product under which there are other products, or what buyers say. */
const OTHER_PRODUCTS = new RegExp(
  [
    '^(?:you (?:may|might) also (?:like|love)|you.ll (?:also )?love|customers? (?:also|who) .*|people also .*',
    '(?:related|similar|recommended|more|other|complementary|featured|trending|popular|sponsored) (?:products?|items?)',
    'recently viewed.*|frequently bought together|compare (?:similar|with).*|recommended for you|sponsored.*',
    '(?:shop|complete) (?:the|your) (?:look|set).*|pairs? well with.*|best ?sellers',
    '(?:customer |product |user |verified |ratings? (?:and|&) )?reviews?(?: \\(\\d.*)?|questions? (?:and|&) answers?)[.!:?]?$',
  ].join('|'),
  'i',
);
/** Share of a product's page that must be left. */
const PRODUCT_SHARE = 0.05;

/** The page of a product without sections on others. */
export function withoutOtherProducts(main: readonly Block[]): readonly Block[] {
  let section = 0;
  const own = main.filter(({ heading, text }, place) => {
    if (heading > 0 && heading <= section) section = 0;
    if (section === 0 && heading > 0 && place > 0 && OTHER_PRODUCTS.test(text)) section = heading;
    return section === 0;
  });
  return sizeOf(own) >= PRODUCT_SHARE * sizeOf(main) ? own : main;
}

/** Characters of a block from which on it stands once: pages have parts twice, for narrow and for wide screens. */
const MIN_REPEATED = 40;

/** Without what stands there again: long texts anywhere, short ones right after each other. */
export function withoutRepeats(main: readonly Block[]): readonly Block[] {
  const seen = new Set<string>();
  return main.filter(({ text, heading, characters }, place) => {
    if (text === main[place - 1]?.text) return false;
    const isNew = !seen.has(text);
    seen.add(text);
    return isNew || heading === 1 || characters < MIN_REPEATED;
  });
}

/**
 * The posts of a discussion. What other pages have as comments is the page itself here; a form around all posts, and a marginal name of
 * what holds them, say nothing. Undefined where little is found.
 */
export function selectPosts(
  blocks: readonly Block[],
  density = MAX_LINK_DENSITY,
): readonly Block[] | undefined {
  const mistaken = mistakenZones(blocks);
  const isOutside = ({ zone }: Block): boolean =>
    zone?.path.some((around) => isMargin(around) && around.kind !== 'comments' && !mistaken.has(around)) !==
    true;
  const content = blocks.filter(isOutside);
  const parts = [
    (block: Block) => liesIn(block, 'main'),
    (block: Block) => liesIn(block, 'comments') || liesIn(block, 'article'),
  ];
  const shares = [ARTICLE_SHARE, POSTS_SHARE];
  const region = parts.reduce((all, isIn, place) => {
    const part = all.filter(isIn);
    return sizeOf(part) >= Math.max(MIN_CHARACTERS, sizeOf(all) * (shares[place] ?? 1)) ? part : all;
  }, content);
  const posts = withoutLonelyHeadings(region.filter((block) => !isLinks(block, density)));
  return sizeOf(posts) >= MIN_CHARACTERS ? fromHeadline(posts) : undefined;
}

/** True for blocks that stay of a page without a main part. */
function isVisible(block: Block, density: number): boolean {
  if (isLinks(block, density)) return block.zone?.path.some(isMargin) !== true;
  return !liesIn(block, 'navigation') || SENTENCE_END.test(block.text);
}

/** True for blocks that are mostly link text. */
function isLinks({ characters, linkCharacters, heading, text }: Block, density: number): boolean {
  if (linkCharacters <= characters * density || (heading > 0 && heading < TEASER_HEADING)) return false;
  return characters - linkCharacters < PROSE_AROUND_LINKS || !SENTENCE_END.test(text);
}

/**
 * Chooses the blocks that make up the main part of a page.
 *
 * Left out: margins, what lies outside `<article>` or `<main>` where these hold enough, the little before the headline, blocks
 * that are mostly link text, and headings with nothing left under them. Comments stay where they are the page, and links
 * where it is written in links. Where fewer than `MIN_CHARACTERS` remain and the page has more, all text stays except
 * lists of links in margins, labels in navigation, links before the first text and the little before the headline.
 *
 * The measure of link density by block follows Kohlschütter, Fankhauser, Nejdl: Boilerplate Detection using Shallow
 * Text Features (WSDM 2010), with a fixed threshold instead of a learnt tree and without text density, since there
 * are short paragraphs on topic.
 *
 * @param content the blocks outside all margins
 */
export function selectMainPart(
  blocks: readonly Block[],
  density = MAX_LINK_DENSITY,
  content = withoutBoilerplate(blocks),
  mayList = true,
): readonly Block[] {
  const text = withoutLonelyHeadings(
    (mayList ? listIn(content, density) : undefined) ?? withoutLinks(chooseRegion(content), density),
  );
  const comments = blocks.filter(isComment);
  const kept = new Set([...content, ...comments]);
  const main = isDiscussion(comments, text)
    ? withoutLonelyHeadings(blocks.filter((block) => kept.has(block) && !isLinks(block, density)))
    : text;
  if (sizeOf(main) >= MIN_CHARACTERS) return fromHeadline(main);
  const visible = blocks.filter((block) => isVisible(block, density));
  return fromHeadline(sizeOf(visible) > sizeOf(main) ? withoutLinksBefore(visible, density) : main);
}
