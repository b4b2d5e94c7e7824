import { walk, type TreeNode } from './tree.js';

/** The elements of a page that carry links or say something about it, in document order. */
export interface PageSurvey {
  /** `html`, `title`, `meta` and `link`, those in drawings left out. */
  readonly head: readonly TreeNode[];
  /** `a` and `area` with an address. */
  readonly anchors: readonly TreeNode[];
  /** The first `base` with an address. */
  readonly base: TreeNode | undefined;
  /** The {@link PageLink.path} of each anchor, where it was asked for. */
  readonly paths: ReadonlyMap<TreeNode, string>;
}

const HEAD = new Set(['html', 'title', 'meta', 'link']);

/** Elements of a path at most: enough to tell lists of links apart, and bounded on pages that are nested deeply. */
const MOST_STEPS = 16;
/** Classes of an element at most that are part of its step. */
const MOST_CLASSES = 3;

/** Elements that markup may leave out, so that they stand in the trees of some parsers alone. */
const IMPLIED = new Set(['html', 'body', 'tbody']);

/** An element as a step of a path: its tag, its id unless that is numbered, its first classes. */
function stepOf(node: TreeNode): string {
  const id = node.attribute('id') ?? '';
  const classes = (node.attribute('class') ?? '')
    .split(/\s+/, MOST_CLASSES + 1)
    .filter((name) => name !== '');
  const named = id === '' || /\d/.test(id) ? node.name : `${node.name}#${id}`;
  return [named, ...classes.slice(0, MOST_CLASSES)].join('.');
}

/**
 * Finds in one walk what metadata and links are read from.
 * @param wantsPaths whether to find the paths of tags to the anchors
 */
export function surveyPage(root: TreeNode, wantsPaths = false): PageSurvey {
  const paths = new Map<TreeNode, string>();
  const open: { readonly node: TreeNode; step?: string }[] = [];
  const pathHere = (): string =>
    open
      .slice(-MOST_STEPS)
      .map((element) => (element.step ??= stepOf(element.node)))
      .join(' ');
  const head: TreeNode[] = [];
  const anchors: TreeNode[] = [];
  let base: TreeNode | undefined;
  let drawings = 0;
  walk(root, {
    enter: (node) => {
      const { name } = node;
      if (name === 'template') return false;
      if (wantsPaths && !name.startsWith('#') && !IMPLIED.has(name)) open.push({ node });
      if (name === 'svg') drawings += 1;
      else if (drawings === 0 && HEAD.has(name)) head.push(node);
      else if ((name === 'a' || name === 'area') && node.attribute('href') !== undefined) {
        anchors.push(node);
        if (wantsPaths) paths.set(node, pathHere());
      } else if (name === 'base' && base === undefined && node.attribute('href') !== undefined) base = node;
      return true;
    },
    leave: (node) => {
      if (node.name === 'svg') drawings -= 1;
      if (open.at(-1)?.node === node) open.pop();
    },
  });
  return { head, anchors, base, paths };
}
