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
/** Elements whose text is measured at the same time; a page that nests more of them is not worth it. */
const OPEN_AT_ONCE = 32;

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

/** An element that scripts may fill, and the characters of text in it. */
interface Candidate {
  readonly sign: ShellSign;
  characters: number;
}

/** Sees how the markup of a page is filled. */
class ShellSight {
  private readonly filled: Candidate[] = [];
  /** Anchors with an address that can be requested. */
  anchors = 0;
  private readonly open: Candidate[] = [];

  visit(node: TreeNode): void {
    if (node.traits.isSilent) return;
    if (node.text !== '') for (const one of this.open) one.characters += node.text.trim().length;
    if (isFollowable(node)) this.anchors += 1;
    const sign = this.open.length < OPEN_AT_ONCE ? signOf(node) : undefined;
    if (sign !== undefined) {
      const candidate = { sign, characters: 0 };
      this.filled.push(candidate);
      this.open.push(candidate);
    }
    for (const child of node.children()) this.visit(child);
    if (sign !== undefined) this.open.pop();
  }

  hasEmpty(sign: ShellSign): boolean {
    return this.filled.some((one) => one.sign === sign && one.characters <= PLACEHOLDER);
  }
}

/**
 * The signs that a page is a shell that scripts fill; empty for a page that can be read as it is. A pure function of the
 * markup, made so that plain pages hardly ever show a sign: those with a text of {@link LONG_TEXT} characters or without
 * any script do not, and are not looked at closely.
 *
 * @param markup what was parsed: of `noscript` trees keep no text
 * @param page what was read of it
 */
function shellSigns(markup: string, root: TreeNode, page: Page): readonly ShellSign[] {
  const text = page.text.length;
  if (text >= LONG_TEXT || !/<script\b/i.test(markup)) return [];
  const sight = new ShellSight();
  sight.visit(root);
  const signs: ShellSign[] = sight.hasEmpty('island') ? ['island'] : [];
  if (text < WHOLE_TEXT) signs.push(...signsOfShortText(markup, text, sight));
  const hasNothing = text < HARDLY_ANY_TEXT && sight.anchors < FEW_LINKS && signs.length === 0;
  return hasNothing ? ['little-text'] : signs;
}

/** The signs that text is missing from a page with little of it. @param text its characters */
function signsOfShortText(markup: string, text: number, sight: ShellSight): readonly ShellSign[] {
  const { anchors } = sight;
  const signs: ShellSign[] = [];
  if (sight.hasEmpty('mount-point')) signs.push('mount-point');
  // Plain pages ask for JavaScript as well, for their search or menu; these have links.
  const isShort = text < HARDLY_ANY_TEXT || (text < SHORT_TEXT && anchors < FEW_LINKS);
  if (isShort && asksForScripts(markup)) signs.push('noscript');
  return signs;
}

function isFollowable(element: TreeNode): boolean {
  const address = element.name === 'a' ? element.attribute('href')?.trim() : undefined;
  return address !== undefined && address !== '' && !/^(?:#|javascript:|mailto:|tel:)/i.test(address);
}

function signOf(element: TreeNode): ShellSign | undefined {
  const { name } = element;
  if (ISLAND_TAGS.test(name) || hasOne(element, ISLAND_ATTRIBUTES)) return 'island';
  if (name === 'body' || name === 'html') return undefined;
  const id = element.attribute('id') ?? '';
  const isMount = MOUNT_TAGS.test(name) || MOUNT_IDS.has(id) || hasOne(element, MOUNT_ATTRIBUTES);
  return isMount ? 'mount-point' : undefined;
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

/**
 * A page with what is known of it as a shell that scripts fill. A page that is not a shell is returned as it is.
 * @param markup what was parsed
 */
export function readScriptedPage(page: Page, markup: string, root: TreeNode): Page {
  const signs = shellSigns(markup, root, page);
  return signs.length === 0 ? page : { ...page, shell: { signs } };
}
