import { isBlock } from './elements.js';
import { walk, type TreeNode } from './tree.js';

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
      if (wanted.has(node)) paths.set(node, reallyOpen(open).map(named).join(' '));
      if (!UNNAMED.has(node.name)) open.push(node);
      return true;
    },
    leave: (node) => {
      if (!UNNAMED.has(node.name)) open.pop();
    },
  });
  return paths;
}

/** The nearest elements that are open by the rules of HTML, whichever end tags were left out. */
function reallyOpen(open: readonly TreeNode[]): readonly TreeNode[] {
  const kept: TreeNode[] = [];
  let ended = new Set<string>();
  // Whether a block stands between the link and what is looked at, in which a paragraph cannot be.
  let inBlock = false;
  for (let index = open.length - 1; index >= 0 && kept.length < MAXIMUM_STEPS; index -= 1) {
    const node = open[index];
    if (node === undefined || ended.has(node.name) || (node.name === 'p' && inBlock)) continue;
    if (CONTAINERS.has(node.name)) ended = new Set();
    for (const [name, ends] of ENDED_BY) if (ends.has(node.name)) ended.add(name);
    inBlock ||= isBlock(node.name);
    kept.push(node);
  }
  return kept.reverse();
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
