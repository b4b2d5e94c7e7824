import type { PageElement } from './tree.js';

/** Elements nearest to the link that are named. */
const MAXIMUM_STEPS = 12;
/** Characters of an element's name, class and id. */
const STEP_LENGTH = 48;
/** Not named: what parsers put in where the author left it out, and what is the same for every link. */
const UNNAMED = new Set(['#document', 'html', 'head', 'body', 'tbody', 'a', 'area']);

/** An element whose end tag authors leave out, and those that it ends, as bits. */
interface Item {
  readonly is: number;
  readonly ends: number;
}

const [LI, DT, DD, TR, TD, TH] = [1, 2, 4, 8, 16, 32] as const;
const ITEMS: ReadonlyMap<string, Item> = new Map([
  ['li', { is: LI, ends: LI }],
  ['dt', { is: DT, ends: DT | DD }],
  ['dd', { is: DD, ends: DT | DD }],
  ['tr', { is: TR, ends: TR | TD | TH }],
  ['td', { is: TD, ends: TD | TH }],
  ['th', { is: TH, ends: TD | TH }],
]);
const NO_ITEM: Item = { is: 0, ends: 0 };
/** Elements within which another item of the same kind may stand. */
const CONTAINERS = new Set(['ul', 'ol', 'dl', 'menu', 'dir', 'table', 'div']);

/**
 * The path of tags from the top of the page to each of its links, as in Gauquier, Manolescu and Senellart 2025: names of
 * elements with id and classes, such as `div#content ul.toc li`. Links of one template have the same path.
 *
 * Deviations: digits in ids and classes are written as one 0, so that a number per item does not make a path of its own;
 * the path is bounded; elements that parsers insert are left out, and those whose end the
 * author did not write, so that paths hardly depend on the parser.
 */
export class TagPaths {
  private readonly elements: PageElement[] = [];
  /** The outer ones of them, as far as a path begins in them. */
  private readonly around: OpenElement[] = [];

  open(element: PageElement): void {
    if (!UNNAMED.has(element.name)) this.elements.push(element);
  }

  close(element: PageElement): void {
    if (UNNAMED.has(element.name)) return;
    this.elements.pop();
    if (this.around.length > this.elements.length) this.around.pop();
  }

  /** Element to which the page was read; undefined at its top. */
  here(): OpenElement | undefined {
    for (let index = this.around.length; index < this.elements.length; index += 1) {
      const element = this.elements[index];
      if (element !== undefined) this.around.push({ element, outer: this.around.at(-1) });
    }
    return this.around.at(-1);
  }
}

/** An element that is open, and those around it. */
export interface OpenElement {
  readonly element: PageElement;
  readonly outer: OpenElement | undefined;
  /** Its name in a path. */
  step?: string;
}

/** The path to a place: its nearest elements that are open by the rules of HTML, whichever end tags were left out. */
export function pathTo(innermost: OpenElement | undefined): string {
  let path = '';
  let steps = 0;
  let ended = 0;
  // Whether a block stands between the link and what is looked at, in which a paragraph cannot be.
  let inBlock = false;
  for (let open = innermost; open !== undefined && steps < MAXIMUM_STEPS; open = open.outer) {
    const { name, traits } = open.element;
    const { is, ends } = ITEMS.get(name) ?? NO_ITEM;
    if ((ended & is) !== 0 || (name === 'p' && inBlock)) continue;
    if (CONTAINERS.has(name)) ended = 0;
    ended |= ends;
    inBlock ||= traits.isBlock;
    open.step ??= stepOf(open.element);
    path = steps === 0 ? open.step : `${open.step} ${path}`;
    steps += 1;
  }
  return path;
}

function stepOf(element: PageElement): string {
  const id = element.attribute('id') ?? '';
  const classes = element.attribute('class') ?? '';
  if (id === '' && classes === '') return element.name.slice(0, STEP_LENGTH);
  let marks = id === '' ? '' : `#${id}`;
  for (const name of classes.slice(0, STEP_LENGTH).split(/\s+/)) if (name !== '') marks += `.${name}`;
  return (element.name + marks.replace(/\s+/g, '').replace(/\d+/g, '0')).slice(0, STEP_LENGTH);
}
