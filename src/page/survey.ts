import { walk, type TreeNode } from './tree.js';

/** The elements of a page that carry links or say something about it, in document order. */
export interface PageSurvey {
  /** `html`, `title`, `meta` and `link`, those in drawings left out. */
  readonly head: readonly TreeNode[];
  /** `a` and `area` with an address. */
  readonly anchors: readonly TreeNode[];
  /** Scripts of JSON-LD. */
  readonly scripts: readonly TreeNode[];
  /** The first `base` with an address. */
  readonly base: TreeNode | undefined;
}

const HEAD = new Set(['html', 'title', 'meta', 'link']);

/** Finds in one walk what metadata and links are read from. */
export function surveyPage(root: TreeNode): PageSurvey {
  const head: TreeNode[] = [];
  const anchors: TreeNode[] = [];
  const scripts: TreeNode[] = [];
  let base: TreeNode | undefined;
  let drawings = 0;
  walk(root, {
    enter: (node) => {
      const { name } = node;
      if (name === 'template') return false;
      if (name === 'svg') drawings += 1;
      else if (drawings === 0 && HEAD.has(name)) head.push(node);
      else if ((name === 'a' || name === 'area') && node.attribute('href') !== undefined) anchors.push(node);
      else if (name === 'script' && node.attribute('type') === 'application/ld+json') scripts.push(node);
      else if (name === 'base' && base === undefined && node.attribute('href') !== undefined) base = node;
      return true;
    },
    leave: (node) => {
      if (node.name === 'svg') drawings -= 1;
    },
  });
  return { head, anchors, scripts, base };
}
