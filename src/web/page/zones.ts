import type { Block, Zone } from './blocks.js';
import { isMargin } from './elements.js';

/** Share of the page's text outside links above which a zone is the page itself, whatever its name says. */
const WHOLE_PAGE_SHARE = 0.5;
const NO_ZONES: readonly Zone[] = [];

/** Characters of some blocks, blanks not counted. */
export function sizeOf(blocks: readonly Block[]): number {
  let total = 0;
  for (const { characters } of blocks) total += characters;
  return total;
}

/** Characters of some blocks outside links, blanks not counted. */
export function plainSizeOf(blocks: readonly Block[]): number {
  let total = 0;
  for (const { characters, linkCharacters } of blocks) total += characters - linkCharacters;
  return total;
}

/** The zones that a block lies in, the innermost first. */
export function zonesOf({ zone }: Block): readonly Zone[] {
  return zone?.path ?? NO_ZONES;
}

/** True if a block lies in a zone of a kind. */
export function liesIn(block: Block, kind: Zone['kind']): boolean {
  for (const zone of zonesOf(block)) if (zone.kind === kind) return true;
  return false;
}

/**
 * The zones that are margins by name only and hold most of the page's text: its layout, not its margin. What is marginal around a
 * headline is not, either.
 */
function mistakenZones(blocks: readonly Block[]): ReadonlySet<Zone> {
  const plain = new Map<Zone, number>();
  const mistaken = new Set<Zone>();
  let total = 0;
  for (const block of blocks) {
    const characters = block.characters - block.linkCharacters;
    total += characters;
    for (const zone of zonesOf(block)) {
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
  const text: Block[] = [];
  let marginal = 0;
  for (const block of blocks) {
    const margins = marginsOf(block, mistaken);
    if (margins === 'none') text.push(block);
    else if (margins === 'marginal') marginal += block.characters - block.linkCharacters;
  }
  const plain = plainSizeOf(text);
  if (plain >= (plain + marginal) * (1 - WHOLE_PAGE_SHARE)) return text;
  return blocks.filter((block) => marginsOf(block, mistaken) !== 'others');
}

/** In which margins a block lies. */
function marginsOf(block: Block, mistaken: ReadonlySet<Zone>): 'none' | 'marginal' | 'others' {
  let margins: 'none' | 'marginal' = 'none';
  for (const zone of zonesOf(block)) {
    if (!isMargin(zone) || mistaken.has(zone)) continue;
    if (zone.kind !== 'marginal') return 'others';
    margins = 'marginal';
  }
  return margins;
}
