import * as Plot from '@observablehq/plot';
import type { RemainingPages } from '../../../model/remaining-pages.js';
import { plotSvg } from '../../../support/plot-svg.js';
import type { CrawlFacts } from './crawl-facts.js';

const SIZE = { width: 560, height: 320, marginLeft: 52, marginBottom: 40 } as const;
const [YES, QUIET] = ['var(--yes)', 'var(--quiet)'] as const;
/** Beyond so many times the found pages, an estimate is not drawn: the curve would be flat. */
const DRAWN_ESTIMATE = 4;

/** Accepted pages by requests, with the estimate of how many there are. */
export function acceptedCurve(
  { curve, verdicts: { accepted } }: CrawlFacts,
  remaining: RemainingPages | undefined,
): string {
  const x = curve.at(-1)?.[0] ?? 0;
  const estimate =
    remaining === undefined ||
    remaining.notKnown !== undefined ||
    remaining.high > DRAWN_ESTIMATE * Math.max(1, accepted)
      ? []
      : [{ x, y: accepted + remaining.left, low: accepted + remaining.low, high: accepted + remaining.high }];
  return curveOver(curve, { ariaLabel: 'accepted pages by requests', label: 'accepted pages' }, [
    Plot.ruleX(estimate, { x: 'x', y1: 'low', y2: 'high', stroke: QUIET, strokeWidth: 2 }),
    Plot.dot(estimate, { x: 'x', y: 'y', r: 4, fill: QUIET, title: () => 'estimate of all relevant pages' }),
  ]);
}

/** Hosts with accepted pages by requests. */
export function hostsCurve({ hostCurve, acceptedHosts }: CrawlFacts): string {
  // No halves of a host.
  const ticks = Math.max(1, Math.min(6, acceptedHosts));
  const ariaLabel = 'hosts with accepted pages by requests';
  return curveOver(hostCurve, { ariaLabel, label: 'hosts', ticks });
}

/** A curve over the requests. */
function curveOver(
  points: CrawlFacts['curve'],
  { ariaLabel, ...y }: { readonly ariaLabel: string; readonly label: string; readonly ticks?: number },
  marks: readonly Plot.Markish[] = [],
): string {
  const line = points.map(([x, count]) => ({ x, y: count }));
  return plotSvg({
    ...SIZE,
    ariaLabel,
    x: { label: 'requests', nice: true, zero: true },
    y: { ...y, nice: true, zero: true, grid: true },
    marks: [
      Plot.ruleY([0]),
      Plot.areaY(line, { x: 'x', y1: 0, y2: 'y', fill: YES, fillOpacity: 0.15 }),
      Plot.line(line, { x: 'x', y: 'y', stroke: YES, strokeWidth: 2 }),
      ...marks,
    ],
  });
}
