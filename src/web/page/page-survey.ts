import { PAGE_LIMITS } from './limits.js';
import { textBelow, type TreeNode } from './tree.js';
import { collapseWhitespace, firstOf } from './whitespace.js';

/** Elements of the head: any other element begins the body (HTML standard, section 13.2.6.4.4). */
const IN_HEAD: ReadonlySet<string> = new Set(
  'html head title meta link base basefont bgsound script style noscript noframes template'.split(' '),
);

/** Finds in a tree what metadata and links are read from. */
export function surveyPage(root: TreeNode): PageSurvey {
  const survey = new PageSurvey();
  survey.visit(root, false);
  return survey;
}

/** The elements of a page that carry links or say something about it, in document order; not those in templates. */
export class PageSurvey {
  /** `html`, `meta` and `link`, those in drawings left out. */
  readonly head: TreeNode[] = [];
  /** The first ones of the `link` elements stand in the head: so many. */
  linksInHead = 0;
  /** `a` and `area` with an address. */
  readonly anchors: TreeNode[] = [];
  /** The texts of scripts of JSON-LD. */
  readonly scripts: string[] = [];
  /** The first `base` with an address. */
  base: TreeNode | undefined;
  /** True where the markup says that the page is a discussion: what a person asked or said, and others answered. */
  isDiscussion = false;
  /** True where the markup says that it is about a product. */
  isProduct = false;
  /** The text of the first `title`, as it was written. */
  title: string | undefined;
  private isInHead = true;

  visit(node: TreeNode, isDrawn: boolean): void {
    const { name } = node;
    if (name === '#text') return;
    const isElement = !name.startsWith('#');
    if (isElement && !IN_HEAD.has(name)) this.isInHead = false;
    if (name === 'template') return;
    if (isElement) this.note(node, isDrawn);
    for (const child of node.children()) this.visit(child, isDrawn || name === 'svg');
  }

  private note(node: TreeNode, isDrawn: boolean): void {
    const { name } = node;
    const hasAddress = node.attribute('href') !== undefined;
    if (name === 'base' && hasAddress) this.base ??= node;
    if ((name === 'a' || name === 'area') && hasAddress && this.anchors.length < PAGE_LIMITS.anchors)
      this.anchors.push(node);
    if (name === 'script' && /^\s*application\/ld\+json\b/i.test(node.attribute('type') ?? ''))
      this.scripts.push(textBelow(node));
    this.noteKind(node);
    if (!isDrawn) this.noteHead(node);
  }

  private noteKind(node: TreeNode): void {
    const data = node.name === 'script' ? (this.scripts.at(-1) ?? '') : '';
    const type = node.attribute('itemtype') ?? '';
    this.isDiscussion ||= saysDiscussion(node) || DISCUSSION_TYPE.test(type) || DISCUSSION_DATA.test(data);
    this.isProduct ||= saysProduct(node) || PRODUCT_TYPE.test(type) || PRODUCT_DATA.test(data);
  }

  private noteHead(node: TreeNode): void {
    const { name } = node;
    if (name === 'title') this.title ??= textBelow(node);
    if (name !== 'html' && name !== 'meta' && name !== 'link') return;
    this.head.push(node);
    if (this.isInHead && name === 'link') this.linksInHead += 1;
  }
}

/** Types of schema.org; programs of forums as they name themselves; and marks of their pages. */
const DISCUSSION_DATA = /"(?:DiscussionForumPosting|QAPage)"/;
const DISCUSSION_TYPE = /schema\.org\/(?:DiscussionForumPosting|QAPage)\b/;
const FORUM_PROGRAM = /^(?:xenforo|phpbb|discourse|vbulletin|nodebb|mybb|invision|vanilla|flarum)/i;
const FORUM_MARKS = /^(?:XF|phpbb)$|\bipsApp\b/;

const PRODUCT_DATA = /"@type"\s{0,9}:\s{0,9}\[?\s{0,9}"Product(?:Group)?"/;
const PRODUCT_TYPE = /schema\.org\/Product\b/i;

function saysProduct(node: TreeNode): boolean {
  return (
    node.attribute('property') === 'og:type' && /^(?:og:)?product\b/i.test(node.attribute('content') ?? '')
  );
}

function saysDiscussion(node: TreeNode): boolean {
  if (node.name === 'meta')
    return (
      node.attribute('name')?.toLowerCase() === 'generator' &&
      FORUM_PROGRAM.test(node.attribute('content') ?? '')
    );
  if (node.name !== 'html' && node.name !== 'body') return false;
  return ['id', 'class'].some((name) => FORUM_MARKS.test(node.attribute(name) ?? ''));
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
