import { seededRandom, seedOf } from '../../../support/random.js';

/** URLs that wait, in groups from which members are drawn. Everything takes constant time. */
export interface DrawnGroups {
  /** Puts a URL into a group, out of the one that it was in. */
  put(url: string, group: number): void;
  /** Takes a URL out. Gives the group that it was in; undefined if in none. */
  take(url: string): number | undefined;
  groupOf(url: string): number | undefined;
  members(group: number): readonly string[];
  /** Members that stand for a group, by group. It stays until it is taken or put elsewhere, or another one is drawn. */
  representative(group: number): string | undefined;
  /** Draws a representative where a group with members does not have one. @param step makes the draw different each time */
  draw(group: number, step: number): void;
  snapshot(): DrawnGroupsSnapshot;
  restore(saved: DrawnGroupsSnapshot): void;
}

/** {@link DrawnGroups} as JSON: group, members, place of the representative or -1. */
export type DrawnGroupsSnapshot = readonly (readonly [
  group: number,
  members: readonly string[],
  drawn: number,
])[];

interface Group {
  readonly members: string[];
  drawn: string | undefined;
}

interface Members {
  readonly groups: Map<number, Group>;
  readonly places: Map<string, { readonly group: number; readonly index: number }>;
}

/** @param seed of the draws */
export function createDrawnGroups(seed: number): DrawnGroups {
  const all: Members = { groups: new Map(), places: new Map() };
  const { groups, places } = all;
  return {
    put: (url, number) => put(all, url, number),
    take: (url) => take(all, url),
    groupOf: (url) => places.get(url)?.group,
    members: (number) => groups.get(number)?.members ?? [],
    representative: (number) => groups.get(number)?.drawn,
    draw(number, step) {
      const group = groups.get(number);
      if (group === undefined || group.drawn !== undefined || group.members.length === 0) return;
      const random = seededRandom(seedOf(`${number} ${step}`, seed))();
      group.drawn = group.members[Math.floor(random * group.members.length)];
    },
    snapshot: () =>
      [...groups].map(([number, { members, drawn }]) => [
        number,
        [...members],
        drawn === undefined ? -1 : members.indexOf(drawn),
      ]),
    restore(saved) {
      for (const [number, members, drawn] of saved) {
        for (const url of members) put(all, url, number);
        groupAt(all, number).drawn = members[drawn];
      }
    },
  };
}

function groupAt({ groups }: Members, number: number): Group {
  const group = groups.get(number) ?? { members: [], drawn: undefined };
  groups.set(number, group);
  return group;
}

/** The last member of the group takes the place of the one that is taken out. */
function take(all: Members, url: string): number | undefined {
  const { places } = all;
  const place = places.get(url);
  if (place === undefined) return undefined;
  const group = groupAt(all, place.group);
  const last = group.members.pop();
  if (last !== undefined && last !== url) {
    group.members[place.index] = last;
    places.set(last, place);
  }
  places.delete(url);
  if (group.drawn === url) group.drawn = undefined;
  return place.group;
}

function put(all: Members, url: string, number: number): void {
  take(all, url);
  const { members } = groupAt(all, number);
  all.places.set(url, { group: number, index: members.length });
  members.push(url);
}
