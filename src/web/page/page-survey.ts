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
  /** True where its data says that it is an article of news or a blog. */
  isArticle = false;
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
    const isData = name === 'script' && /^\s*application\/ld\+json\b/i.test(node.attribute('type') ?? '');
    const data = isData ? textBelow(node) : undefined;
    if (data !== undefined) this.scripts.push(data);
    this.noteKind(data ?? saidOfKind(node));
    if (!isDrawn) this.noteHead(node);
  }

  private noteKind(said: string | undefined): void {
    if (said === undefined) return;
    this.isDiscussion ||= KINDS.discussion.test(said);
    this.isProduct ||= KINDS.product.test(said);
    this.isArticle ||= KINDS.article.test(said);
  }

  private noteHead(node: TreeNode): void {
    const { name } = node;
    if (name === 'title') this.title ??= textBelow(node);
    if (name !== 'html' && name !== 'meta' && name !== 'link') return;
    this.head.push(node);
    if (this.isInHead && name === 'link') this.linksInHead += 1;
  }
}

/** Signs of kinds of pages: types of schema.org in data and markup, what `meta` states, and how programs of forums mark pages. */
const KINDS = {
  discussion:
    /(?:"|schema\.org\/)(?:DiscussionForumPosting|QAPage)\b|^generator (?:xenforo|phpbb|discourse|vbulletin|nodebb|mybb|invision|vanilla|flarum)|^(?:html|body) (?:.* )?(?:XF|XenForo|phpbb|ipsApp)(?: |$)/i,
  product:
    /"@type"\s{0,9}:\s{0,9}\[?\s{0,9}"Product(?:Group)?"|schema\.org\/Product\b|^og:type (?:og:)?product\b/i,
  article: /"@type"\s{0,9}:\s{0,9}\[?\s{0,9}"(?:\w{0,20}NewsArticle|BlogPosting)"/,
} as const;

function saidOfKind(node: TreeNode): string | undefined {
  const stated = (...names: readonly string[]) =>
    names.flatMap((name) => node.attribute(name) ?? []).join(' ');
  if (node.name === 'meta') return stated('name', 'property', 'content');
  if (node.name === 'html' || node.name === 'body')
    return `${node.name} ${stated('id', 'class', 'itemtype')}`;
  return node.attribute('itemtype');
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
