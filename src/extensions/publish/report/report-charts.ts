import * as Plot from '@observablehq/plot';
import type { RemainingPages } from '../../../model/remaining-pages.js';
import { plotSvg } from '../../../support/plot-svg.js';
import type { CrawlFacts } from './crawl-facts.js';
import type { PageMap } from '../../../model/page-map.js';

const SIZE = { width: 560, height: 320, marginLeft: 52, marginBottom: 40 } as const;
const [YES, QUIET] = ['var(--yes)', 'var(--quiet)'] as const;
/** Beyond so many times the found pages, an estimate is not drawn: the curve would be flat. */
const DRAWN_ESTIMATE = 4;

/** The colour of a group of pages on the map and next to its words. */
export function groupColour(group: number): string {
  return `var(--group-${group})`;
}

/** Accepted pages by requests, with the estimate of how many there are. */
export function acceptedCurve(
  { curve, verdicts }: CrawlFacts,
  remaining: RemainingPages | undefined,
): string {
  const line = curve.map(([x, y]) => ({ x, y }));
  const estimate =
    remaining === undefined ||
    remaining.notKnown !== undefined ||
    remaining.high > DRAWN_ESTIMATE * Math.max(1, verdicts.accepted)
      ? []
      : [
          {
            x: curve.at(-1)?.[0] ?? 0,
            y: verdicts.accepted + remaining.left,
            low: verdicts.accepted + remaining.low,
            high: verdicts.accepted + remaining.high,
          },
        ];
  return plotSvg({
    ...SIZE,
    ariaLabel: 'accepted pages by requests',
    x: { label: 'requests', nice: true, zero: true },
    y: { label: 'accepted pages', nice: true, zero: true, grid: true },
    marks: [
      Plot.ruleY([0]),
      Plot.areaY(line, { x: 'x', y1: 0, y2: 'y', fill: YES, fillOpacity: 0.15 }),
      Plot.line(line, { x: 'x', y: 'y', stroke: YES, strokeWidth: 2 }),
      Plot.ruleX(estimate, { x: 'x', y1: 'low', y2: 'high', stroke: QUIET, strokeWidth: 2 }),
      Plot.dot(estimate, {
        x: 'x',
        y: 'y',
        r: 4,
        fill: QUIET,
        title: () => 'estimate of all relevant pages',
      }),
    ],
  });
}

/** Hosts with accepted pages by requests. */
export function hostsCurve({ hostCurve, acceptedHosts, fetched }: CrawlFacts): string {
  const line = hostCurve.map(([x, y]) => ({ x, y }));
  return plotSvg({
    ...SIZE,
    ariaLabel: 'hosts with accepted pages by requests',
    ariaDescription: `${acceptedHosts} after ${fetched} requests; the table below has the figures`,
    x: { label: 'requests', nice: true, zero: true },
    // No halves of a host.
    y: { label: 'hosts', nice: true, zero: true, grid: true, ticks: Math.max(1, Math.min(6, acceptedHosts)) },
    marks: [
      Plot.ruleY([0]),
      Plot.areaY(line, { x: 'x', y1: 0, y2: 'y', fill: YES, fillOpacity: 0.15, curve: 'step-after' }),
      Plot.line(line, { x: 'x', y: 'y', stroke: YES, strokeWidth: 2, curve: 'step-after' }),
    ],
  });
}

/** Requests and accepted pages by time. */
export function timeline({ requestsByTime, acceptedByTime }: CrawlFacts): string {
  const line = (points: CrawlFacts['curve']): readonly { readonly x: Date; readonly y: number }[] =>
    points.map(([x, y]) => ({ x: new Date(x), y }));
  return plotSvg({
    ...SIZE,
    ariaLabel: 'requests and accepted pages by time',
    x: { label: 'time (UTC)', type: 'utc', ticks: 4 },
    y: { label: 'pages', nice: true, zero: true, grid: true },
    marks: [
      Plot.ruleY([0]),
      Plot.line(line(requestsByTime), {
        x: 'x',
        y: 'y',
        stroke: QUIET,
        strokeWidth: 1.5,
        strokeDasharray: '5 4',
      }),
      Plot.line(line(acceptedByTime), { x: 'x', y: 'y', stroke: YES, strokeWidth: 2 }),
    ],
  });
}

/** The map of pages, with the number and first word of each group at its middle. @param titles of the pages */
export function mapChart({ points, groups }: PageMap, titles: readonly string[]): string {
  const dots = points.map((point, place) => ({ ...point, title: titles[place] ?? '' }));
  const labels = groups.map(({ x, y, words }, group) => ({ x, y, text: `${group + 1} ${words[0] ?? ''}` }));
  return plotSvg({
    width: 860,
    height: 520,
    margin: 16,
    ariaLabel: `map of ${points.length} accepted pages by their words, in ${groups.length} groups`,
    x: { axis: null, inset: 20 },
    y: { axis: null, inset: 20 },
    color: { type: 'identity' },
    marks: [
      Plot.dot(dots, {
        x: 'x',
        y: 'y',
        r: points.length > 300 ? 3 : 5,
        fill: ({ group }: { readonly group: number }) => groupColour(group),
        fillOpacity: 0.75,
        title: 'title',
      }),
      Plot.text(labels, {
        x: 'x',
        y: 'y',
        text: 'text',
        fill: 'var(--ink)',
        stroke: 'var(--ground)',
        strokeWidth: 5,
        fontSize: 15,
        fontWeight: 600,
      }),
    ],
  });
}
