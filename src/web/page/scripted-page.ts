import type { Page, ShellSign } from '../../model/page.js';
import type { TreeNode } from './tree.js';

/** Main texts of so many characters or more are not what a shell has, whatever its markup looks like. */
const WHOLE_TEXT = 600;
/** Characters below which a request for JavaScript is believed. */
const SHORT_TEXT = 300;
/** Pages with more text than this may lack a part, which is not worth a browser. */
const LONG_TEXT = 2_000;
/** Without another sign a page is a shell only where its text is shorter than this. */
const HARDLY_ANY_TEXT = 120;
/** `Loading …` and a spinner's label do not fill a mount point. */
const PLACEHOLDER = 60;
/** Links that a reader can follow, from which on a page does not look like one that only scripts lead on from. */
const FEW_LINKS = 3;

/** Ids under which frameworks mount what they make: React, Vue, Next, Nuxt, Gatsby, Svelte, Quasar, Angular, Ember. */
const MOUNT_IDS: ReadonlySet<string> = new Set(
  (
    'root app react-root app-root main-app application spa mount q-app __next __nuxt __layout ___gatsby ' +
    'gatsby-focus-wrapper svelte ember-app react-app'
  ).split(' '),
);
const MOUNT_TAGS = /^(?:app-root|ng-app|my-app|app-shell)$/;
/** Astro and 11ty. */
const ISLAND_TAGS = /^(?:astro-island|is-land)$/;
const MOUNT_ATTRIBUTES = ['ng-app', 'data-ng-app', 'ng-version', 'data-reactroot', 'data-v-app', 'data-app'];
/** Those of react-rails, and what others call a component that is filled in the browser. */
const ISLAND_ATTRIBUTES = ['data-island', 'data-hydrate', 'data-react-class', 'data-vue-component'];
const LIST_ATTRIBUTES = ['data-infinite-scroll', 'data-next-page'];
const ENDLESS = /(?:^|[\s_-])(?:infinite-?scroll|load-?more|scroll-sentinel|endless)/i;
/** Elements that only scripts follow, from which on they are taken for the page's links. */
const MANY_SCRIPTED = 4;

/** The anchors with an address that can be requested, and the signs of elements that scripts may fill and that hold no text. */
interface Sight {
  anchors: number;
  /** Elements that look like links and lead nowhere without scripts. */
  scripted: number;
  readonly empty: Set<ShellSign>;
}

/** Looks at what is in a node. Returns the characters of its text. */
function lookAt(node: TreeNode, sight: Sight): number {
  if (node.traits.isSilent) return 0;
  if (isFollowable(node)) sight.anchors += 1;
  else if (isScripted(node)) sight.scripted += 1;
  let characters = node.text.trim().length;
  for (const child of node.children()) characters += lookAt(child, sight);
  const sign = characters <= PLACEHOLDER ? signOf(node) : undefined;
  if (sign !== undefined) sight.empty.add(sign);
  return characters;
}

/**
 * The signs that a page is a shell that scripts fill; empty for a page that can be read as it is. Plain pages hardly ever show a
 * sign: those with a text of {@link LONG_TEXT} characters or without any script do not.
 */
function shellSigns(markup: string, root: TreeNode, page: Page): readonly ShellSign[] {
  const text = page.text.length;
  if (text >= LONG_TEXT || !/<script\b/i.test(markup)) return [];
  const sight: Sight = { anchors: 0, scripted: 0, empty: new Set() };
  lookAt(root, sight);
  const signs = (['island', 'endless-list'] as ShellSign[]).filter((sign) => sight.empty.has(sign));
  const isBare = sight.anchors < FEW_LINKS;
  if (sight.scripted >= MANY_SCRIPTED && isBare) signs.push('scripted-links');
  if (text < WHOLE_TEXT && sight.empty.has('mount-point')) signs.push('mount-point');
  // Plain pages ask for JavaScript as well, for their search or menu; these have links.
  const isShort = text < HARDLY_ANY_TEXT || (text < SHORT_TEXT && isBare);
  if (isShort && asksForScripts(markup)) signs.push('noscript');
  return text < HARDLY_ANY_TEXT && isBare && signs.length === 0 ? ['little-text'] : signs;
}

function isFollowable(element: TreeNode): boolean {
  const address = element.name === 'a' ? element.attribute('href')?.trim() : undefined;
  return address !== undefined && address !== '' && !/^(?:#|javascript:|mailto:|tel:)/i.test(address);
}

function isScripted(element: TreeNode): boolean {
  if (element.attribute('role') === 'link' || element.attribute('data-href') !== undefined) return true;
  return element.name === 'a' && /^javascript:/i.test(element.attribute('href')?.trim() ?? '');
}

function signOf(element: TreeNode): ShellSign | undefined {
  const { name } = element;
  if (ISLAND_TAGS.test(name) || hasOne(element, ISLAND_ATTRIBUTES)) return 'island';
  if (name === 'body' || name === 'html') return undefined;
  const id = element.attribute('id') ?? '';
  const isMount = MOUNT_TAGS.test(name) || MOUNT_IDS.has(id) || hasOne(element, MOUNT_ATTRIBUTES);
  if (isMount) return 'mount-point';
  const isList =
    hasOne(element, LIST_ATTRIBUTES) || ENDLESS.test(`${id} ${element.attribute('class') ?? ''}`);
  return isList ? 'endless-list' : undefined;
}

function hasOne(element: TreeNode, names: readonly string[]): boolean {
  return names.some((name) => element.attribute(name) !== undefined);
}

/** Elements that are looked into, and characters of each. */
const NOSCRIPTS = { elements: 20, characters: 600 } as const;

/** True if a `noscript` tells the reader to turn scripts on; most hold an image that counts visits. */
function asksForScripts(markup: string): boolean {
  const starts = [...markup.matchAll(/<noscript\b/gi)].slice(0, NOSCRIPTS.elements);
  return starts.some(({ index }) => {
    const [inside = ''] = markup.slice(index, index + NOSCRIPTS.characters).split(/<\/noscript/i, 1);
    return /java\s?script/i.test(inside.replace(/<[^<>]*>/g, ' '));
  });
}

/** A page, with its signs of a shell that scripts fill. @param markup what was parsed: of `noscript` trees keep no text */
export function readScriptedPage(page: Page, markup: string, root: TreeNode): Page {
  const signs = shellSigns(markup, root, page);
  return signs.length === 0 ? page : { ...page, shell: { signs } };
}
