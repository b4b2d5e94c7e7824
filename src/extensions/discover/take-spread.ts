import { addToList } from '../../support/batches.js';

/** Rules for taking items. */
export interface Spread<Item> {
  /** Value of an item; 0 or more. */
  readonly value: (item: Item) => number;
  readonly group: (item: Item) => string;
  /** Maximum number of items. */
  readonly most: number;
  /** Maximum number of one group. Default: any number. */
  readonly perGroup?: number;
}

/**
 * Takes the most valuable items, spread over groups: an item counts by its value divided by one more than the number of
 * items that were taken of its group before. Equal ones are taken in their order.
 */
export function takeSpread<Item>(items: readonly Item[], spread: Spread<Item>): readonly Item[] {
  const { value, group, most, perGroup = Infinity } = spread;
  const groups = new Map<string, Item[]>();
  for (const item of [...items].sort((a, b) => value(b) - value(a))) addToList(groups, group(item), item);
  const waiting = [...groups.values()].map((own) => ({ own, taken: 0 }));
  const chosen: Item[] = [];
  while (chosen.length < most) {
    let best:
      { readonly from: (typeof waiting)[number]; readonly item: Item; readonly worth: number } | undefined;
    for (const from of waiting) {
      const item = from.taken < perGroup ? from.own[from.taken] : undefined;
      if (item === undefined) continue;
      const worth = value(item) / (1 + from.taken);
      if (best === undefined || worth > best.worth) best = { from, item, worth };
    }
    if (best === undefined) break;
    best.from.taken += 1;
    chosen.push(best.item);
  }
  return chosen;
}
