import { walk, type TreeNode } from './tree.js';

/** Elements nearest to the link that are named. */
const MAXIMUM_STEPS = 12;
/** Characters of an element's name, class and id. */
const STEP_LENGTH = 48;
/** Not named: what parsers put in where the author left it out, and what is the same for every link. */
const UNNAMED = new Set(['#document', 'html', 'head', 'body', 'tbody', 'a', 'area']);

/**
 * The path of tags from the top of the page to each of its links, as in Gauquier, Manolescu and Senellart 2025: names of
 * elements with id and classes, such as `div#content ul.toc li`. Links of one template have the same path.
 *
 * Deviations: digits in ids and classes are written as one 0, so that a number per item does not make a path of its own;
 * the path is bounded; elements that parsers insert are left out, so that the quick and the exact reader agree.
 *
 * @param anchors the nodes that paths are wanted for
 */
export function tagPathsOf(root: TreeNode, anchors: Iterable<TreeNode>): ReadonlyMap<TreeNode, string> {
  const wanted = new Set(anchors);
  const paths = new Map<TreeNode, string>();
  const open: TreeNode[] = [];
  const steps = new Map<TreeNode, string>();
  const named = (node: TreeNode): string => {
    const known = steps.get(node) ?? stepOf(node);
    steps.set(node, known);
    return known;
  };
  walk(root, {
    enter: (node) => {
      if (node.name === '#text') return false;
      if (wanted.has(node)) paths.set(node, open.slice(-MAXIMUM_STEPS).map(named).join(' '));
      if (!UNNAMED.has(node.name)) open.push(node);
      return true;
    },
    leave: (node) => {
      if (!UNNAMED.has(node.name)) open.pop();
    },
  });
  return paths;
}

function stepOf(node: TreeNode): string {
  const id = node.attribute('id') ?? '';
  const classes = (node.attribute('class') ?? '').slice(0, STEP_LENGTH);
  const marks = [...(id === '' ? [] : [`#${id}`]), ...wordsOf(classes).map((name) => `.${name}`)].join('');
  return (node.name + marks.replace(/\s+/g, '').replace(/\d+/g, '0')).slice(0, STEP_LENGTH);
}

function wordsOf(classes: string): readonly string[] {
  return classes.split(/\s+/).filter((name) => name !== '');
}
