import type { PageElement } from './tree.js';

/** Elements nearest to the link that are named. */
const MAXIMUM_STEPS = 12;
/** Characters of an element's name, class and id. */
const STEP_LENGTH = 48;
/** Not named: what parsers put in where the author left it out, and what is the same for every link. */
const UNNAMED = new Set(['#document', 'html', 'head', 'body', 'tbody', 'a', 'area']);

/** Elements whose end tag authors leave out, and those by which they end. */
const ENDED_BY: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['li', new Set(['li'])],
  ['dt', new Set(['dt', 'dd'])],
  ['dd', new Set(['dt', 'dd'])],
  ['tr', new Set(['tr'])],
  ['td', new Set(['td', 'th', 'tr'])],
  ['th', new Set(['td', 'th', 'tr'])],
]);
/** Elements within which another item of the same kind may stand. */
const CONTAINERS = new Set(['ul', 'ol', 'dl', 'menu', 'dir', 'table', 'div']);

/**
 * The path of tags from the top of the page to each of its links, as in Gauquier, Manolescu and Senellart 2025: names of
 * elements with id and classes, such as `div#content ul.toc li`. Links of one template have the same path.
 *
 * Deviations: digits in ids and classes are written as one 0, so that a number per item does not make a path of its own;
 * the path is bounded; elements that parsers insert are left out, and those whose end the
 * author did not write, so that the quick and the exact reader agree on nearly all.
 */
export class TagPaths {
  private innermost: OpenElement | undefined;
  private readonly steps = new Map<PageElement, string>();

  open(element: PageElement): void {
    if (!UNNAMED.has(element.name)) this.innermost = { element, outer: this.innermost };
  }

  close(element: PageElement): void {
    if (!UNNAMED.has(element.name)) this.innermost = this.innermost?.outer;
  }

  /** The path to where the page was read to, made on request. */
  here(): () => string {
    const { innermost } = this;
    return () =>
      reallyOpen(innermost)
        .map((element) => this.named(element))
        .join(' ');
  }

  private named(element: PageElement): string {
    const known = this.steps.get(element) ?? stepOf(element);
    this.steps.set(element, known);
    return known;
  }
}

/** An element that is open, and those around it. */
interface OpenElement {
  readonly element: PageElement;
  readonly outer: OpenElement | undefined;
}

/** The nearest elements that are open by the rules of HTML, whichever end tags were left out. */
function reallyOpen(innermost: OpenElement | undefined): readonly PageElement[] {
  const kept: PageElement[] = [];
  let ended = new Set<string>();
  // Whether a block stands between the link and what is looked at, in which a paragraph cannot be.
  let inBlock = false;
  for (let open = innermost; open !== undefined && kept.length < MAXIMUM_STEPS; open = open.outer) {
    const { element } = open;
    if (ended.has(element.name) || (element.name === 'p' && inBlock)) continue;
    if (CONTAINERS.has(element.name)) ended = new Set();
    for (const [name, ends] of ENDED_BY) if (ends.has(element.name)) ended.add(name);
    inBlock ||= element.traits.isBlock;
    kept.push(element);
  }
  return kept.reverse();
}

function stepOf(element: PageElement): string {
  const id = element.attribute('id') ?? '';
  const classes = (element.attribute('class') ?? '').slice(0, STEP_LENGTH);
  const marks = [...(id === '' ? [] : [`#${id}`]), ...wordsOf(classes).map((name) => `.${name}`)].join('');
  return (element.name + marks.replace(/\s+/g, '').replace(/\d+/g, '0')).slice(0, STEP_LENGTH);
}

function wordsOf(classes: string): readonly string[] {
  return classes.split(/\s+/).filter((name) => name !== '');
}
