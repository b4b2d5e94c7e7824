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

/** A test of blocks by the zones that they lie in, which is made once for each innermost zone. */
export function byZones(test: (zones: readonly Zone[]) => boolean): (block: Block) => boolean {
  const known = new Map<Zone | undefined, boolean>();
  return (block) => {
    const before = known.get(block.zone);
    if (before !== undefined) return before;
    const answer = test(zonesOf(block));
    known.set(block.zone, answer);
    return answer;
  };
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
  const inMargins = (isOne: (zone: Zone) => boolean): ((block: Block) => boolean) =>
    byZones((zones) => zones.some((zone) => isMargin(zone) && !mistaken.has(zone) && isOne(zone)));
  const inOthers = inMargins(({ kind }) => kind !== 'marginal');
  const inMarginal = inMargins(({ kind }) => kind === 'marginal');
  const content = blocks.filter((block) => !inOthers(block));
  const text = content.filter((block) => !inMarginal(block));
  return plainSizeOf(text) >= plainSizeOf(content) * (1 - WHOLE_PAGE_SHARE) ? text : content;
}
