import { addToList } from '../support/add-to-list.js';
import type { Block, Zone } from './blocks.js';

/** Thresholds of {@link selectMainPart}. */
export interface MainPartOptions {
  /** Characters, blanks not counted, that a main part must have before anything is left out for its sake. */
  readonly minimumCharacters: number;
  /** Largest share of link text with which a block still counts as text, 0 to 1. */
  readonly maximumLinkDensity: number;
}

export const DEFAULT_MAIN_PART: MainPartOptions = { minimumCharacters: 250, maximumLinkDensity: 0.5 };

/** Share of the page's text outside links above which a zone is the page itself, whatever its name says. */
const WHOLE_PAGE_SHARE = 0.5;
/** Shares below which an article is not the main part: of the page's text, and of the largest article. */
const ARTICLE_SHARE = 1 / 3;

/** From this level on a heading that is a link belongs to a teaser; above it may be the page's own title. */
const TEASER_HEADING = 3;

function sum(blocks: readonly Block[]): number {
  return blocks.reduce((total, block) => total + block.characters, 0);
}

function zonesOf(block: Block): readonly Zone[] {
  const zones: Zone[] = [];
  for (let zone = block.zone; zone !== undefined; zone = zone.parent) zones.push(zone);
  return zones;
}

/** The zones that are boilerplate by name only and hold most of the page's text: its layout, not its margin. */
function mistakenZones(blocks: readonly Block[]): ReadonlySet<Zone> {
  const plain = new Map<Zone, number>();
  let total = 0;
  for (const block of blocks) {
    const characters = block.characters - block.linkCharacters;
    total += characters;
    for (const zone of zonesOf(block)) {
      if (!zone.certain) plain.set(zone, (plain.get(zone) ?? 0) + characters);
    }
  }
  return new Set(
    [...plain].filter(([, characters]) => characters > total * WHOLE_PAGE_SHARE).map(([zone]) => zone),
  );
}

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
  const sizes = [...own].map(([zone, list]) => ({ zone, size: sum(list) })).sort((a, b) => b.size - a.size);
  const largest = sizes[0];
  if (largest === undefined) return [];
  const kept = new Set(
    sizes.filter(({ size }) => size >= largest.size * ARTICLE_SHARE).map(({ zone }) => zone),
  );
  for (let zone: Zone | undefined = largest.zone; zone !== undefined; zone = zone.parent) kept.add(zone);
  return blocks.filter((block) => {
    const innermost = zonesOf(block).find((zone) => zone.kind === 'article');
    return innermost !== undefined && kept.has(innermost);
  });
}

/** Takes `<article>` or `<main>` where it holds enough of the text, else everything. */
function chooseRegion(blocks: readonly Block[], options: MainPartOptions): readonly Block[] {
  const article = insideArticles(blocks);
  if (sum(article) >= Math.max(options.minimumCharacters, sum(blocks) * ARTICLE_SHARE)) return article;
  const main = blocks.filter((block) => zonesOf(block).some((zone) => zone.kind === 'main'));
  return sum(main) >= options.minimumCharacters ? main : blocks;
}

/**
 * Chooses the blocks that make up the main part of a page.
 *
 * Left out: zones marked as navigation or boilerplate (unless only their name says so and they hold more than half
 * of the text), what lies outside `<article>` or `<main>` where these hold enough, blocks that are mostly link text,
 * and headings with nothing left under them. Where fewer than `minimumCharacters` remain and the page has more, all
 * visible text stays except lists of links in navigation.
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
    (block.heading === 0 || block.heading >= TEASER_HEADING);
  const main = withoutLonelyHeadings(chooseRegion(content, options).filter((block) => !isLinks(block)));
  if (sum(main) >= options.minimumCharacters) return main;
  const visible = blocks.filter(
    (block) => !isLinks(block) || !zonesOf(block).some((zone) => zone.kind === 'navigation'),
  );
  return sum(visible) > sum(main) ? visible : main;
}

/** The blocks outside all zones of navigation and boilerplate. */
export function withoutBoilerplate(blocks: readonly Block[]): readonly Block[] {
  const mistaken = mistakenZones(blocks);
  const isBoilerplate = (zone: Zone): boolean =>
    (zone.kind === 'navigation' || zone.kind === 'boilerplate') && !mistaken.has(zone);
  return blocks.filter((block) => !zonesOf(block).some(isBoilerplate));
}
