import * as Plot from '@observablehq/plot';
import { cutAt } from '../../../support/text/cut-text.js';
import { plotSvg } from '../../../support/plot-svg.js';
import type { Folder } from './folders.js';

/** Pixels. */
const [WIDTH, ROW, HEAD, FOOT] = [1000, 46, 34, 36];
/** Pixels that a cell needs to be drawn, and to have text; width of a character, on average. */
const [THINNEST, NARROWEST, CHARACTER] = [3, 36, 6.5];

/** Colours by the share of URLs that match, up to each share: all can be told apart in grey. */
const SHADES = [
  { most: 0, fill: '#dde1e6', text: '#1b1f24', label: 'none' },
  { most: 0.1, fill: '#c3e3cd', text: '#1b1f24', label: 'up to 10 %' },
  { most: 0.3, fill: '#8fcda4', text: '#1b1f24', label: 'up to 30 %' },
  { most: 0.6, fill: '#4ba673', text: '#0d1510', label: 'up to 60 %' },
  { most: Infinity, fill: '#1c6b43', text: '#ffffff', label: 'more' },
] as const;

/** The page that the picture stands on, so that its texts are readable wherever it is shown. */
const STYLE = `<style>svg{--ground:#fff;--ink:#1b1f24}
@media (prefers-color-scheme:dark){svg{--ground:#14171b;--ink:#e6e9ec}}</style>`;
const PAGE = { fontFamily: 'system-ui, sans-serif', background: 'var(--ground)', color: 'var(--ink)' };

/** A cell of the picture; `left` and `right` in URLs, `level` from 0 at the top. */
interface Cell {
  readonly left: number;
  readonly right: number;
  readonly level: number;
  readonly name: string;
  /** With all above it. */
  readonly path: string;
  readonly urls: number;
  readonly matching: number;
  readonly nouns: readonly string[];
}

/**
 * An icicle diagram of the folders of sites as SVG: sites at the top, their folders below them, as wide as they have URLs,
 * darker the larger the share of URLs that match. What a folder has besides folders leaves room below it.
 * @param levels of folders below the sites
 */
export function mapPicture(topic: string, sites: readonly Folder[], levels: number): string {
  const all = sites.reduce((sum, { urls }) => sum + urls, 0);
  const cells = cellsOf(sites, { left: 0, level: 0, above: '', least: (all * THINNEST) / WIDTH, levels });
  const rows = 1 + Math.max(0, ...cells.map(({ level }) => level));
  const scale = WIDTH / Math.max(1, all);
  const texts = cells.flatMap((cell) => labelsOf(cell, scale));
  const height = HEAD + rows * ROW + FOOT;
  const matching = sites.reduce((sum, site) => sum + site.matching, 0);
  const svg = plotSvg({
    ...{ width: WIDTH, height, margin: 0, style: { ...PAGE, fontSize: '12px' } },
    ariaLabel: `map of ${all} URLs by folder; ${matching} match the topic ${topic}`,
    x: { axis: null, domain: [0, WIDTH], range: [0, WIDTH] },
    y: { axis: null, domain: [0, height], range: [0, height] },
    color: { type: 'identity' },
    marks: [
      Plot.text([`${all} URLs by folder; ${matching} match the topic '${topic}'`], {
        ...{ x: 8, y: HEAD / 2, fontSize: 14, fontWeight: 600, textAnchor: 'start', fill: 'currentColor' },
        text: (heading: string) => heading,
      }),
      Plot.rect(cells, {
        x1: ({ left }: Cell) => left * scale,
        x2: ({ right }: Cell) => right * scale,
        y1: ({ level }: Cell) => HEAD + level * ROW,
        y2: ({ level }: Cell) => HEAD + (level + 1) * ROW,
        fill: (cell: Cell) => shadeOf(cell).fill,
        stroke: 'var(--ground)',
        title: describe,
      }),
      Plot.text(texts, {
        ...{ x: 'x', y: 'y', text: 'text', fill: 'fill', textAnchor: 'start', pointerEvents: 'none' },
      }),
      ...legend(height - FOOT / 2),
    ],
  });
  return svgFile(svg);
}

/** The SVG of a page as a file, which is XML. */
function svgFile(svg: string): string {
  const named = svg.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"').replace('>', `>${STYLE}`);
  return `${named.replaceAll('&nbsp;', '&#160;')}\n`;
}

interface Place {
  readonly left: number;
  readonly level: number;
  readonly above: string;
  /** URLs of the thinnest cell. */
  readonly least: number;
  readonly levels: number;
}

/** The cells of folders next to each other, with those below; folders that would be too thin make one cell together. */
function cellsOf(folders: readonly Folder[], place: Place): readonly Cell[] {
  const { level, above, least, levels } = place;
  const wide = folders.filter(({ urls }) => urls >= least);
  const thin = folders.filter(({ urls }) => urls < least);
  let { left } = place;
  const cells: Cell[] = [];
  for (const folder of [...wide, ...(thin.length === 0 ? [] : [together(thin)])]) {
    const { name, urls, matching, nouns } = folder;
    const path = `${above}${name}`;
    if (urls < least) continue;
    cells.push({ ...{ left, right: left + urls, level, name, path, urls, matching, nouns } });
    const below = { ...place, left, level: level + 1, above: path.endsWith('/') ? path : `${path}/` };
    if (level < levels) cells.push(...cellsOf(folder.folders, below));
    left += urls;
  }
  return cells;
}

function together(folders: readonly Folder[]): Folder {
  return {
    name: `${folders.length} more`,
    urls: folders.reduce((sum, { urls }) => sum + urls, 0),
    matching: folders.reduce((sum, { matching }) => sum + matching, 0),
    ...{ nouns: [], folders: [] },
  };
}

function shadeOf({ urls, matching }: Pick<Cell, 'urls' | 'matching'>): (typeof SHADES)[number] {
  const share = urls === 0 ? 0 : matching / urls;
  return SHADES.find(({ most }) => share <= most) ?? SHADES[0];
}

function describe({ path, urls, matching, nouns }: Cell): string {
  return [`${path}: ${urls} URLs, ${matching} match`, ...(nouns.length === 0 ? [] : [nouns.join(', ')])].join(
    '\n',
  );
}

interface Label {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly fill: string;
}

/** Name and numbers of a cell that is wide enough. */
function labelsOf(cell: Cell, scale: number): readonly Label[] {
  const width = (cell.right - cell.left) * scale;
  if (width < NARROWEST) return [];
  const room = Math.floor((width - 12) / CHARACTER);
  const { text: fill } = shadeOf(cell);
  const [x, top] = [cell.left * scale + 6, HEAD + cell.level * ROW];
  const { name } = cell;
  const text = name.length <= room ? name : `${name.slice(0, cutAt(name, room - 1))}…`;
  const numbers = `${cell.matching} of ${cell.urls}`;
  const label = { x, y: top + 16, text, fill };
  // A number that is cut would be another.
  return numbers.length > room ? [label] : [label, { ...label, y: top + 32, text: numbers }];
}

/** What the colours mean. */
function legend(y: number): readonly Plot.Markish[] {
  const first = 150;
  const places = SHADES.map((shade, index) => ({ ...shade, x: first + index * 110, y }));
  const text = { textAnchor: 'start', fill: 'currentColor', y: 'y', x: 'x', text: 'label' } as const;
  return [
    Plot.text([{ x: 8, y, label: 'URLs that match:' }], text),
    Plot.rect(places, {
      x1: 'x',
      x2: ({ x }: { readonly x: number }) => x + 14,
      y1: () => y - 7,
      y2: () => y + 7,
      fill: 'fill',
    }),
    Plot.text(places, { ...text, dx: 20 }),
  ];
}
