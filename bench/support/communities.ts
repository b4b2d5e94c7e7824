import type { Article } from './wikispeedia.js';

/**
 * Groups of articles that link to each other more than to others: Louvain's method (Blondel et al. 2008) on the link
 * graph, undirected, moves in the order of the articles, so that the same web gives the same groups. They stand for
 * topics that nobody chose: texts have no say, only links.
 *
 * @param resolution γ: larger makes more and smaller groups
 */
export function communities(
  articles: readonly Article[],
  resolution: number,
): readonly (readonly Article[])[] {
  let graph = linkGraph(articles);
  let groups: number[][] = articles.map((_, place) => [place]);
  for (;;) {
    const membership = moveNodes(graph, resolution);
    if (new Set(membership).size === graph.length) break;
    ({ graph, groups } = merge(graph, membership, groups));
  }
  return groups.map((group) =>
    group.map((place) => articles[place]).filter((article) => article !== undefined),
  );
}

function linkGraph(articles: readonly Article[]): Graph {
  const index = new Map(articles.map(({ id }, place) => [id, place]));
  const graph: Graph = articles.map(() => new Map<number, number>());
  for (const [from, { links }] of articles.entries()) {
    for (const id of new Set(links)) {
      const to = index.get(id);
      if (to !== undefined && to !== from) connect(graph, from, to, 1);
    }
  }
  return graph;
}

/** The graph of groups, each a node, and what articles are in them. */
function merge(
  graph: Graph,
  membership: readonly number[],
  groups: readonly (readonly number[])[],
): { graph: Graph; groups: number[][] } {
  const names = [...new Set(membership)];
  const number = new Map(names.map((name, place) => [name, place]));
  const merged: number[][] = names.map(() => []);
  const next: Graph = names.map(() => new Map<number, number>());
  for (const [node, neighbours] of graph.entries()) {
    const own = number.get(membership[node] ?? 0) ?? 0;
    merged[own]?.push(...(groups[node] ?? []));
    for (const [other, weight] of neighbours) {
      const place = number.get(membership[other] ?? 0) ?? 0;
      next[own]?.set(place, (next[own].get(place) ?? 0) + weight);
    }
  }
  return { graph: next, groups: merged };
}

type Graph = Map<number, number>[];

function connect(graph: Graph, a: number, b: number, weight: number): void {
  graph[a]?.set(b, (graph[a].get(b) ?? 0) + weight);
  graph[b]?.set(a, (graph[b].get(a) ?? 0) + weight);
}

/** Moves every node to the neighbouring group that gains most modularity, until none moves; thirty rounds at most. */
function moveNodes(graph: Graph, resolution: number): number[] {
  const degrees = graph.map((neighbours) =>
    [...neighbours.values()].reduce((sum, weight) => sum + weight, 0),
  );
  const whole = degrees.reduce((sum, degree) => sum + degree, 0);
  const membership = graph.map((_, node) => node);
  const totals = [...degrees];
  for (let round = 0, moved = true; moved && round < 30; round += 1) {
    moved = false;
    for (const [node, neighbours] of graph.entries()) {
      const degree = degrees[node] ?? 0;
      const own = membership[node] ?? 0;
      const links = new Map<number, number>([[own, 0]]);
      for (const [other, weight] of neighbours) {
        if (other === node) continue;
        const group = membership[other] ?? 0;
        links.set(group, (links.get(group) ?? 0) + weight);
      }
      totals[own] = (totals[own] ?? 0) - degree;
      const gain = (group: number): number =>
        (links.get(group) ?? 0) - (resolution * degree * (totals[group] ?? 0)) / whole;
      let best = own;
      for (const group of links.keys()) if (gain(group) > gain(best) + 1e-9) best = group;
      totals[best] = (totals[best] ?? 0) + degree;
      membership[node] = best;
      moved ||= best !== own;
    }
  }
  return membership;
}
