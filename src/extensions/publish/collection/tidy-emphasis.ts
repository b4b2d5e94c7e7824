import type { Delete, Emphasis, RootContent, Strong } from 'mdast';

/** Text between markers. */
type Marked = Delete | Emphasis | Strong;

const MARKERS: Readonly<Record<Marked['type'], string>> = { delete: '~', emphasis: '_', strong: '*' };
/** Unwrapping one element changes the neighbours of another; hardly any page needs more rounds. */
const MAX_ROUNDS = 4;
/** Their text begins and ends without blanks. */
const LINES = new Set(['paragraph', 'heading', 'tableCell']);

/**
 * Writes text so that Markdown can say it without character references: blanks at the ends of emphasis move out of it
 * (`**a **b`), no-break spaces and line breaks within text become blanks, and emphasis goes where its markers would not count as
 * such next to letters (`**a!**b`, `_a_b`). The words stay.
 */
export function tidyEmphasis(node: RootContent): void {
  if (!('children' in node)) return;
  const children = tidyBlanks(node.children);
  for (const child of children) tidyEmphasis(child);
  const lines = LINES.has(node.type) ? withoutBlanks(children).inside : children;
  // Its kinds of children are the same as before.
  node.children = withoutUnclear(lines) as never;
}

function isMarked(node: RootContent | undefined): node is Marked {
  return node !== undefined && node.type in MARKERS;
}

/** Bottom up, so that blanks leave all nested emphasis at once. */
function tidyBlanks(nodes: readonly RootContent[]): RootContent[] {
  const tidy = nodes.flatMap((node): RootContent[] => {
    if (node.type === 'text') return [{ type: 'text', value: node.value.replace(/\s+/g, ' ') }];
    if (!isMarked(node)) return [node];
    const { before, inside, after } = withoutBlanks(tidyBlanks(node.children));
    return [...before, ...(inside.length > 0 ? [{ ...node, children: inside } as Marked] : []), ...after];
  });
  return joinTexts(tidy);
}

/** Parts nodes from the blanks and line breaks at their ends. */
function withoutBlanks(nodes: readonly RootContent[]): {
  readonly before: readonly RootContent[];
  readonly inside: RootContent[];
  readonly after: readonly RootContent[];
} {
  const parts = nodes.flatMap((node): RootContent[] => {
    if (node.type !== 'text') return [node];
    const pieces = /^( ?)(.*?)( ?)$/.exec(node.value)?.slice(1) ?? [node.value];
    return pieces.filter((value) => value !== '').map((value) => ({ type: 'text', value }));
  });
  const first = parts.findIndex((node) => !isBlank(node));
  if (first === -1) return { before: parts, inside: [], after: [] };
  const last = parts.findLastIndex((node) => !isBlank(node));
  return {
    before: parts.slice(0, first),
    inside: joinTexts(parts.slice(first, last + 1)),
    after: parts.slice(last + 1),
  };
}

function isBlank(node: RootContent): boolean {
  return node.type === 'break' || (node.type === 'text' && node.value.trim() === '');
}

/** Neighbouring texts as one, without double blanks and those next to line breaks. */
function joinTexts(nodes: readonly RootContent[]): RootContent[] {
  const out: RootContent[] = [];
  for (const node of nodes) {
    const last = out.at(-1);
    if (node.type === 'text' && last?.type === 'text')
      out[out.length - 1] = { type: 'text', value: (last.value + node.value).replace(/ {2,}/g, ' ') };
    else out.push(node);
  }
  return out.flatMap((node, place): RootContent[] => {
    if (node.type !== 'text') return [node];
    let { value } = node;
    if (out[place - 1]?.type === 'break') value = value.trimStart();
    if (out[place + 1]?.type === 'break') value = value.trimEnd();
    return value === '' ? [] : [{ type: 'text', value }];
  });
}

/** Emphasis that the letters next to it would make unclear is replaced by its content. */
function withoutUnclear(nodes: readonly RootContent[]): RootContent[] {
  let rest = [...nodes];
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const unclear = new Set(rest.filter((node, place) => isUnclear(node, rest[place - 1], rest[place + 1])));
    if (unclear.size === 0) return rest;
    rest = joinTexts(
      rest.flatMap((node): RootContent[] => (isMarked(node) && unclear.has(node) ? node.children : [node])),
    );
  }
  return rest;
}

function isUnclear(
  node: RootContent,
  before: RootContent | undefined,
  after: RootContent | undefined,
): boolean {
  if (!isMarked(node)) return false;
  return (
    isUnclearAt(node, edge(before, 'end'), edge(node.children[0], 'start')) ||
    isUnclearAt(node, edge(after, 'start'), edge(node.children.at(-1), 'end'))
  );
}

/** By the rules of CommonMark for what flanks a marker; `_` is none between letters. */
function isUnclearAt({ type }: Marked, outside: string, inside: string): boolean {
  return isLetter(outside) && (!isLetter(inside) || MARKERS[type] === '_');
}

function isLetter(character: string): boolean {
  return character !== '' && !/[\s\p{P}\p{S}]/u.test(character);
}

/** The first or last character that Markdown of a node has; empty where it is a blank. */
function edge(node: RootContent | undefined, end: 'start' | 'end'): string {
  if (node === undefined || node.type === 'break') return '';
  if (isMarked(node)) return MARKERS[node.type];
  if (node.type === 'text') return node.value.charAt(end === 'start' ? 0 : node.value.length - 1);
  return '`'; // code and links: punctuation at both ends
}
