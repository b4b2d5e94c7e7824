import type { Page, ShellSign } from '../model/page.js';
import { walk, type TreeNode } from './tree.js';

/** Main texts of so many characters or more are not what a shell has, whatever its markup looks like. */
const WHOLE_TEXT = 600;
/** What asks for JavaScript is believed on pages with less text. */
const SHORT_TEXT = 300;
/** Pages with more text than this may lack a part, which is not worth a browser. */
const LONG_TEXT = 2_000;
/** Without another sign a page is a shell only where its text is shorter than this. */
const HARDLY_ANY_TEXT = 120;
/** `Loading …` and a spinner's label do not fill a mount point. */
const PLACEHOLDER = 60;
/** Links that a reader can follow, from which on a page does not look like one that only scripts lead on from. */
const FEW_LINKS = 3;
/** Elements that only scripts follow, from which on they are taken for the page's links. */
const MANY_SCRIPTED = 4;
/** Elements whose text is measured at the same time; a page that nests more of them is not worth it. */
const OPEN_AT_ONCE = 32;

/** Ids under which frameworks mount what they make: React, Vue, Next, Nuxt, Gatsby, Svelte, Quasar, Angular, Ember. */
const MOUNT_IDS: ReadonlySet<string> = new Set([
  ...['root', 'app', 'react-root', 'app-root', 'main-app', 'application', 'spa', 'mount', 'q-app'],
  ...[
    '__next',
    '__nuxt',
    '__layout',
    '___gatsby',
    'gatsby-focus-wrapper',
    'svelte',
    'ember-app',
    'react-app',
  ],
]);
const MOUNT_TAGS: ReadonlySet<string> = new Set(['app-root', 'ng-app', 'my-app', 'app-shell']);
const MOUNT_ATTRIBUTES = ['ng-app', 'data-ng-app', 'ng-version', 'data-reactroot', 'data-v-app', 'data-app'];
/** Astro, 11ty, react-rails, and what others call a component that is filled in the browser. */
const ISLAND_TAGS: ReadonlySet<string> = new Set(['astro-island', 'is-land']);
const ISLAND_ATTRIBUTES = ['data-island', 'data-hydrate', 'data-react-class', 'data-vue-component'];
const CONSENT = /(?:^|[\s_-])(?:consent|cookie|cookies|cmp|gdpr|onetrust|didomi|usercentrics|privacy-wall)/i;
const ENDLESS = /(?:^|[\s_-])(?:infinite-?scroll|load-?more|scroll-sentinel|endless)/i;
const UNSEEN: ReadonlySet<string> = new Set(['script', 'style', 'noscript', 'template', 'svg']);

/** An element that scripts may fill, and the characters of text in it. */
interface Candidate {
  readonly node: TreeNode;
  readonly sign: ShellSign;
  characters: number;
}

/** What a page's tree says of how it is filled. */
interface Sight {
  readonly filled: readonly Candidate[];
  /** Elements that look like links and lead nowhere without scripts. */
  readonly scripted: number;
  /** Anchors with an address that can be requested. */
  readonly anchors: number;
}

/**
 * The signs that a page is a shell that scripts fill; empty for a page that can be read as it is. A pure function of the
 * markup, made so that plain pages hardly ever show a sign: those with a text of {@link LONG_TEXT} characters or without
 * any script do not, and are not looked at closely.
 *
 * @param markup what was parsed: of `noscript` parsers keep no text
 * @param page what was read of it
 */
export function shellSigns(markup: string, root: TreeNode, page: Page): readonly ShellSign[] {
  const text = page.text.length;
  if (text >= LONG_TEXT || !/<script\b/i.test(markup)) return [];
  const sight = surveyShell(root);
  const { filled, scripted, anchors } = sight;
  const signs: ShellSign[] = [];
  if (hasEmpty(filled, 'island')) signs.push('island');
  if (hasEmpty(filled, 'endless-list')) signs.push('endless-list');
  if (scripted >= MANY_SCRIPTED && anchors < FEW_LINKS) signs.push('scripted-links');
  if (text < WHOLE_TEXT) signs.push(...signsOfShortText(markup, text, sight));
  const hasNothing = text < HARDLY_ANY_TEXT && anchors < FEW_LINKS && signs.length === 0;
  return hasNothing ? ['little-text'] : signs;
}

function hasEmpty(filled: readonly Candidate[], sign: ShellSign): boolean {
  return filled.some((one) => one.sign === sign && one.characters <= PLACEHOLDER);
}

/** The signs that text is missing from a page with little of it. @param text its characters */
function signsOfShortText(markup: string, text: number, { filled, anchors }: Sight): readonly ShellSign[] {
  const signs: ShellSign[] = [];
  if (hasEmpty(filled, 'mount-point')) signs.push('mount-point');
  // Plain pages ask for JavaScript as well, for their search or menu; these have links.
  const isShort = text < HARDLY_ANY_TEXT || (text < SHORT_TEXT && anchors < FEW_LINKS);
  if (isShort && asksForScripts(markup)) signs.push('noscript');
  const wall = Math.max(0, ...filled.map((one) => (one.sign === 'consent-wall' ? one.characters : 0)));
  if (wall > 0 && text - wall < HARDLY_ANY_TEXT) signs.push('consent-wall');
  return signs;
}

function surveyShell(root: TreeNode): Sight {
  const filled: Candidate[] = [];
  const open: Candidate[] = [];
  let scripted = 0;
  let anchors = 0;
  walk(root, {
    enter: (node) => {
      if (UNSEEN.has(node.name)) return false;
      if (node.name === '#text') {
        const characters = node.text.trim().length;
        for (const one of open) one.characters += characters;
        return true;
      }
      if (isFollowable(node)) anchors += 1;
      else if (isScripted(node)) scripted += 1;
      const sign = signOf(node);
      if (sign !== undefined && open.length < OPEN_AT_ONCE) {
        const candidate = { node, sign, characters: 0 };
        filled.push(candidate);
        open.push(candidate);
      }
      return true;
    },
    leave: (node) => {
      if (open.at(-1)?.node === node) open.pop();
    },
  });
  return { filled, scripted, anchors };
}

function isFollowable(node: TreeNode): boolean {
  const address = node.name === 'a' ? node.attribute('href')?.trim() : undefined;
  return address !== undefined && address !== '' && !/^(?:#|javascript:|mailto:|tel:)/i.test(address);
}

function isScripted(node: TreeNode): boolean {
  if (node.attribute('role') === 'link' || node.attribute('data-href') !== undefined) return true;
  return node.name === 'a' && /^javascript:/i.test(node.attribute('href')?.trim() ?? '');
}

function signOf(node: TreeNode): ShellSign | undefined {
  const { name } = node;
  const id = node.attribute('id') ?? '';
  const has = (attribute: string): boolean => node.attribute(attribute) !== undefined;
  if (ISLAND_TAGS.has(name) || ISLAND_ATTRIBUTES.some(has)) return 'island';
  if (name === 'body' || name === 'html') return undefined;
  if (MOUNT_IDS.has(id) || MOUNT_TAGS.has(name) || MOUNT_ATTRIBUTES.some(has)) return 'mount-point';
  const called = `${id} ${node.attribute('class') ?? ''}`;
  if (ENDLESS.test(called) || has('data-infinite-scroll') || has('data-next-page')) return 'endless-list';
  return CONSENT.test(called) ? 'consent-wall' : undefined;
}

/** Elements that are looked into, and characters of each. */
const NOSCRIPTS = { elements: 20, characters: 600 } as const;

/** Whether a `noscript` tells the reader to turn scripts on; most hold an image that counts visits. */
function asksForScripts(markup: string): boolean {
  const start = /<noscript\b/gi;
  for (let count = 0; count < NOSCRIPTS.elements; count += 1) {
    const found = start.exec(markup);
    if (found === null) return false;
    const after = markup.slice(found.index, found.index + NOSCRIPTS.characters);
    const [inside = ''] = after.split(/<\/noscript/i, 1);
    if (/java\s?script/i.test(inside.replace(/<[^>]*>/g, ' '))) return true;
  }
  return false;
}
