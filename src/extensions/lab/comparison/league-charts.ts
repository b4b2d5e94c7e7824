import * as Plot from '@observablehq/plot';
import { plotSvg } from '../../../support/plot-svg.js';

/** A line of a chart. */
export interface ChartLine {
  readonly name: string;
  /** Bounds are drawn dashed. */
  readonly dashed: boolean;
  readonly points: readonly (readonly [x: number, y: number])[];
}

/** A bar, with a confidence band if there are repeats. */
export interface ChartBar {
  readonly name: string;
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly dim: boolean;
}

/** The colour of a name: the same in all charts of a report. */
export type ColourOf = (name: string) => string;

/** What the lines of a chart are. */
export interface LineAxis {
  /** For those who do not see the chart. */
  readonly name: string;
  readonly label: string;
  /** The highest value, and the last fetch. */
  readonly from: number;
  readonly to: number;
  /** Whether values are whole numbers. */
  readonly whole?: true;
}

/** Curves over the number of fetches, as SVG. The legend next to the charts names the lines. */
export function lineChart(lines: readonly ChartLine[], axis: LineAxis, colourOf: ColourOf): string {
  const points = lines.flatMap(({ name, dashed, points: own }) =>
    own.map(([x, y]) => ({ name, dashed, x, y })),
  );
  const mark = (dashed: boolean): Plot.Line =>
    Plot.line(
      points.filter((point) => point.dashed === dashed),
      {
        x: 'x',
        y: 'y',
        z: 'name',
        stroke: (point: { readonly name: string }) => colourOf(point.name),
        strokeWidth: 1.6,
        title: 'name',
        ...(dashed ? { strokeDasharray: '5 4' } : {}),
      },
    );
  return plotSvg({
    width: 560,
    height: 320,
    marginLeft: 48,
    marginBottom: 40,
    ariaLabel: `${axis.name} by fetches`,
    ariaDescription: lastValues(lines),
    x: { label: 'fetches', domain: [0, axis.to], nice: true },
    y: {
      label: axis.label,
      domain: [0, axis.from],
      nice: true,
      grid: true,
      ...(axis.whole === true && { ticks: Math.min(6, axis.from) }),
    },
    color: { type: 'identity' },
    marks: [Plot.ruleY([0]), mark(false), mark(true)],
  });
}

/** Where each line ends, in words. */
function lastValues(lines: readonly ChartLine[]): string {
  const ends = lines.map(({ name, points }) => `${name}: ${Number((points.at(-1)?.[1] ?? 0).toFixed(3))}`);
  return `at the end ${ends.reverse().join('; ')}`;
}

/** Horizontal bars from 0 to 1, in their order, as SVG. */
export function barChart(bars: readonly ChartBar[], label: string, colourOf: ColourOf): string {
  const rows = bars.map((bar) => ({ ...bar }));
  return plotSvg({
    width: 560,
    height: 60 + 20 * rows.length,
    marginBottom: 40,
    marginLeft: 170,
    marginRight: 44,
    ariaLabel: label,
    ariaDescription: bars.map(({ name, value }) => `${name}: ${value.toFixed(2)}`).join('; '),
    x: { label, domain: [0, 1], grid: true },
    y: { label: null, domain: rows.map(({ name }) => name) },
    color: { type: 'identity' },
    marks: [
      Plot.barX(rows, {
        x: 'value',
        y: 'name',
        fill: (row: ChartBar) => colourOf(row.name),
        fillOpacity: (row: ChartBar) => (row.dim ? 0.35 : 0.9),
      }),
      Plot.ruleY(
        rows.filter(({ low, high }) => high > low),
        { x1: 'low', x2: 'high', y: 'name', stroke: 'currentColor' },
      ),
      Plot.text(rows, {
        x: 'high',
        y: 'name',
        text: (row: ChartBar) => row.value.toFixed(2),
        textAnchor: 'start',
        dx: 4,
      }),
      Plot.ruleX([0]),
    ],
  });
}
