import { PAGE_LIMITS } from './limits.js';
import { textBelow, type TreeNode } from './tree.js';
import { collapseWhitespace, firstOf } from './whitespace.js';

/** An `a` or `area` with an address, and the elements around it. */
interface SurveyedAnchor {
  readonly element: TreeNode;
  readonly around: Surrounding | undefined;
}

/** An element that is open, and those around it. */
interface Surrounding {
  readonly element: TreeNode;
  readonly outer: Surrounding | undefined;
  /** Its name in a path. */
  step?: string;
}

/** Elements of the head: any other element begins the body (HTML standard, section 13.2.6.4.4). */
const IN_HEAD: ReadonlySet<string> = new Set(
  'html head title meta link base basefont bgsound script style noscript noframes template'.split(' '),
);

/** Finds in a tree what metadata and links are read from. */
export function surveyPage(root: TreeNode): PageSurvey {
  const survey = new PageSurvey();
  survey.visit(root, undefined, false);
  return survey;
}

/** The elements of a page that carry links or say something about it, in document order; not those in templates. */
export class PageSurvey {
  /** `html`, `meta` and `link`, those in drawings left out. */
  readonly head: TreeNode[] = [];
  /** The first ones of the `link` elements stand in the head: so many. */
  linksInHead = 0;
  readonly anchors: SurveyedAnchor[] = [];
  /** The texts of scripts of JSON-LD. */
  readonly scripts: string[] = [];
  /** The first `base` with an address. */
  base: TreeNode | undefined;
  /** The text of the first `title`, as it was written. */
  title: string | undefined;
  private isInHead = true;

  visit(node: TreeNode, around: Surrounding | undefined, isDrawn: boolean): void {
    const { name } = node;
    if (name === '#text') return;
    const isElement = !name.startsWith('#');
    if (isElement && !IN_HEAD.has(name)) this.isInHead = false;
    if (name === 'template') return;
    if (isElement) this.note(node, around, isDrawn);
    const within = UNNAMED.has(name) ? around : { element: node, outer: around };
    for (const child of node.children()) this.visit(child, within, isDrawn || name === 'svg');
  }

  private note(node: TreeNode, around: Surrounding | undefined, isDrawn: boolean): void {
    const { name } = node;
    const hasAddress = node.attribute('href') !== undefined;
    if (name === 'base' && hasAddress) this.base ??= node;
    if ((name === 'a' || name === 'area') && hasAddress && this.anchors.length < PAGE_LIMITS.anchors)
      this.anchors.push({ element: node, around });
    if (name === 'script' && node.attribute('type') === 'application/ld+json')
      this.scripts.push(textBelow(node));
    if (!isDrawn) this.noteHead(node);
  }

  private noteHead(node: TreeNode): void {
    const { name } = node;
    if (name === 'title') this.title ??= textBelow(node);
    if (name !== 'html' && name !== 'meta' && name !== 'link') return;
    this.head.push(node);
    if (this.isInHead && name === 'link') this.linksInHead += 1;
  }
}

/** Nodes that are looked at for the text of an anchor; anchors may stand in anchors. */
const MAX_NODES = 20_000;

/** The visible text of an anchor; the `alt` of images where it holds nothing else. */
export function anchorText(anchor: TreeNode): string {
  const found = { text: '', nodes: 0 };
  addVisible(anchor, found);
  const visible = collapseWhitespace(firstOf(found.text, PAGE_LIMITS.anchorText));
  if (visible !== '') return visible;
  const alternatives: string[] = [];
  addAlternatives(anchor, alternatives);
  return collapseWhitespace(firstOf(alternatives.join(' '), PAGE_LIMITS.anchorText));
}

function addVisible(element: TreeNode, found: { text: string; nodes: number }): void {
  for (const child of element.children()) {
    found.nodes += 1;
    if (found.nodes > MAX_NODES || found.text.length > PAGE_LIMITS.anchorText) return;
    if (child.traits.isSilent) continue;
    const parts = child.traits.isBlock || child.name === 'br' ? ' ' : '';
    found.text += parts + child.text;
    addVisible(child, found);
    found.text += parts;
  }
}

function addAlternatives(element: TreeNode, found: string[]): void {
  if (found.length > MAX_NODES) return;
  if (element.name === 'img' || element.name === 'area') found.push(element.attribute('alt') ?? '');
  for (const child of element.children()) if (!child.traits.isSilent) addAlternatives(child, found);
}

/** Elements nearest to the link that are named. */
const MAX_STEPS = 12;
/** Characters of an element's name, class and id. */
const STEP_LENGTH = 48;
/** Not named: what parsers put in where the author left it out, and what is the same for every link. */
const UNNAMED = new Set(['#document', 'html', 'head', 'body', 'tbody', 'a', 'area']);

/** Elements whose end tag authors leave out, with the elements that each ends. */
const ENDED: ReadonlyMap<string, readonly string[]> = new Map([
  ['li', ['li']],
  ['dt', ['dt', 'dd']],
  ['dd', ['dt', 'dd']],
  ['tr', ['tr', 'td', 'th']],
  ['td', ['td', 'th']],
  ['th', ['td', 'th']],
]);
/** Elements within which another item of the same kind may stand. */
const CONTAINERS = new Set(['ul', 'ol', 'dl', 'menu', 'dir', 'table', 'div']);

/**
 * The path of tags from the top of the page to a link, as in Gauquier, Manolescu and Senellart 2025: names of
 * elements with id and classes, such as `div#content ul.toc li`. Links of one template have the same path.
 *
 * Deviations: digits in ids and classes are written as one 0; the path is bounded; elements that parsers insert are left out,
 * and those whose end the author did not write.
 */
export function tagPathOf({ around }: SurveyedAnchor): string {
  const steps: string[] = [];
  let ended = new Set<string>();
  // Whether a block stands between the link and what is looked at, in which a paragraph cannot be.
  let inBlock = false;
  for (let open = around; open !== undefined && steps.length < MAX_STEPS; open = open.outer) {
    const { name, traits } = open.element;
    if (ended.has(name) || (name === 'p' && inBlock)) continue;
    if (CONTAINERS.has(name)) ended = new Set();
    for (const one of ENDED.get(name) ?? []) ended.add(one);
    inBlock ||= traits.isBlock;
    open.step ??= stepOf(open.element);
    steps.push(open.step);
  }
  return steps.reverse().join(' ');
}

function stepOf(element: TreeNode): string {
  const id = element.attribute('id') ?? '';
  const classes = (element.attribute('class') ?? '').slice(0, STEP_LENGTH).split(/\s+/);
  const marks = [id === '' ? '' : `#${id}`, ...classes.map((name) => (name === '' ? '' : `.${name}`))];
  const written = marks.join('').replace(/\s+/g, '').replace(/\d+/g, '0');
  return (element.name + written).slice(0, STEP_LENGTH);
}
