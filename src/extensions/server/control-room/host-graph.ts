/** Number of accepted pages of one host that were found on pages of another one, or of the same. */
export interface HostLink {
  readonly from: string;
  readonly to: string;
  readonly pages: number;
}

/** Links between the hosts of accepted pages. */
export interface HostGraph {
  add(from: string, to: string): void;
  /** Takes back a page that was counted and has another verdict now. */
  remove(from: string, to: string): void;
  /** The strongest first. */
  links(): readonly HostLink[];
}

/** Pairs of hosts that are counted; further ones are left out. */
const MAX_PAIRS = 20_000;
/** Pairs that are shown. */
const SHOWN = 300;

/** A graph without links. */
export function createHostGraph(): HostGraph {
  const pages = new Map<string, number>();
  return {
    add(from, to) {
      const pair = `${from} ${to}`;
      const count = pages.get(pair);
      if (count !== undefined || pages.size < MAX_PAIRS) pages.set(pair, (count ?? 0) + 1);
    },
    remove(from, to) {
      const pair = `${from} ${to}`;
      const count = pages.get(pair) ?? 0;
      if (count > 0) pages.set(pair, count - 1);
    },
    links: () =>
      [...pages]
        .filter(([, count]) => count > 0)
        .sort(([, a], [, b]) => b - a)
        .slice(0, SHOWN)
        .map(([pair, count]) => {
          const [from = '', to = ''] = pair.split(' ');
          return { from, to, pages: count };
        }),
  };
}
