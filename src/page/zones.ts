import type { Block, Zone } from './blocks.js';
import { isMargin } from './elements.js';

/** Share of the page's text outside links above which a zone is the page itself, whatever its name says. */
const WHOLE_PAGE_SHARE = 0.5;
const NO_ZONES: readonly Zone[] = [];

/** Characters of some blocks, blanks not counted. */
export function sizeOf(blocks: readonly Block[]): number {
  return blocks.reduce((total, block) => total + block.characters, 0);
}

/** Characters of some blocks outside links, blanks not counted. */
export function plainSizeOf(blocks: readonly Block[]): number {
  return blocks.reduce((total, block) => total + block.characters - block.linkCharacters, 0);
}

/** The zones that a block lies in, the innermost first. */
export function zonesOf({ zone }: Block): readonly Zone[] {
  return zone?.path ?? NO_ZONES;
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

/** The blocks outside all margins. */
export function withoutBoilerplate(blocks: readonly Block[]): readonly Block[] {
  const mistaken = mistakenZones(blocks);
  return blocks.filter((block) => !zonesOf(block).some((zone) => isMargin(zone) && !mistaken.has(zone)));
}
