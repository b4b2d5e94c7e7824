import * as Plot from '@observablehq/plot';
import { JSDOM } from 'jsdom';

const { document } = new JSDOM('').window;
const STYLE = { fontFamily: 'inherit', fontSize: '12px', background: 'transparent', color: 'currentColor' };

/** A chart as SVG to be put into a page, in the page's font and colour. Texts in it are escaped. */
export function plotSvg(options: Plot.PlotOptions): string {
  const chart = Plot.plot({ document, style: STYLE, ...options });
  // Plot names its groups of marks, which ARIA forbids for elements without a role.
  for (const group of chart.querySelectorAll('g[aria-label]')) group.removeAttribute('aria-label');
  return chart.outerHTML;
}
