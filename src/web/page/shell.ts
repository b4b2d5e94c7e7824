import type { Page, ShellSign } from '../../model/page.js';
import type { AttributeName } from './attribute-names.js';
import { remember } from '../../support/remember.js';
import type { MarkupListener, PageElement } from './tree.js';

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
/** Astro, 11ty and frameworks that fill an element of their own. */
const SIGN_OF_TAG: ReadonlyMap<string, ShellSign> = new Map([
  ...['astro-island', 'is-land'].map((name) => [name, 'island'] as const),
  ...['app-root', 'ng-app', 'my-app', 'app-shell'].map((name) => [name, 'mount-point'] as const),
]);
const MOUNT_ATTRIBUTES: readonly AttributeName[] = [
  ...(['ng-app', 'data-ng-app', 'ng-version', 'data-reactroot', 'data-v-app', 'data-app'] as const),
];
/** Those of react-rails, and what others call a component that is filled in the browser. */
const ISLAND_ATTRIBUTES: readonly AttributeName[] = [
  ...(['data-island', 'data-hydrate', 'data-react-class', 'data-vue-component'] as const),
];
const LIST_ATTRIBUTES: readonly AttributeName[] = ['data-infinite-scroll', 'data-next-page'];
const CONSENT = /(?:^|[\s_-])(?:consent|cookie|cookies|cmp|gdpr|onetrust|didomi|usercentrics|privacy-wall)/i;
const ENDLESS = /(?:^|[\s_-])(?:infinite-?scroll|load-?more|scroll-sentinel|endless)/i;

/** An element that scripts may fill, and the characters of text in it. */
interface Candidate {
  readonly element: PageElement;
  readonly sign: ShellSign;
  characters: number;
}

/** Signs in a page's markup of how it is filled. */
export interface ShellSight {
  readonly filled: readonly Candidate[];
  /** Elements that look like links and lead nowhere without scripts. */
  readonly scripted: number;
  /** Anchors with an address that can be requested. */
  readonly anchors: number;
}

/** True if a page may be a shell at all. */
export function hasScripts(markup: string): boolean {
  return /<script\b/i.test(markup);
}

/**
 * The signs that a page is a shell that scripts fill; empty for a page that can be read as it is. A pure function of the
 * markup, made so that plain pages hardly ever show a sign: those with a text of {@link LONG_TEXT} characters or without
 * any script do not, and are not looked at closely.
 *
 * @param markup what was parsed: of `noscript` parsers keep no text
 * @param sight of it; undefined where {@link hasScripts} is false
 * @param page what was read of it
 */
export function shellSigns(markup: string, sight: ShellSight | undefined, page: Page): readonly ShellSign[] {
  const text = page.text.length;
  if (text >= LONG_TEXT || sight === undefined) return [];
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
function signsOfShortText(
  markup: string,
  text: number,
  { filled, anchors }: ShellSight,
): readonly ShellSign[] {
  const signs: ShellSign[] = [];
  if (hasEmpty(filled, 'mount-point')) signs.push('mount-point');
  // Plain pages ask for JavaScript as well, for their search or menu; these have links.
  const isShort = text < HARDLY_ANY_TEXT || (text < SHORT_TEXT && anchors < FEW_LINKS);
  if (isShort && asksForScripts(markup)) signs.push('noscript');
  const wall = Math.max(0, ...filled.map((one) => (one.sign === 'consent-wall' ? one.characters : 0)));
  if (wall > 0 && text - wall < HARDLY_ANY_TEXT) signs.push('consent-wall');
  return signs;
}

/** Sees how a page is filled while it hears of it. */
export class ShellWatcher implements MarkupListener, ShellSight {
  readonly filled: Candidate[] = [];
  scripted = 0;
  anchors = 0;
  private readonly candidates: Candidate[] = [];
  /** Elements open in one whose text nobody sees, and that one itself. */
  private unseen = 0;

  open(element: PageElement): void {
    if (this.unseen > 0 || element.traits.isSilent) {
      this.unseen += 1;
      return;
    }
    if (isFollowable(element)) this.anchors += 1;
    else if (isScripted(element)) this.scripted += 1;
    const sign = signOf(element);
    if (sign !== undefined && this.candidates.length < OPEN_AT_ONCE) {
      const candidate = { element, sign, characters: 0 };
      this.filled.push(candidate);
      this.candidates.push(candidate);
    }
  }

  text(text: string): void {
    if (this.unseen > 0 || this.candidates.length === 0) return;
    const characters = text.trim().length;
    for (const one of this.candidates) one.characters += characters;
  }

  close(element: PageElement): void {
    if (this.unseen > 0) this.unseen -= 1;
    else if (this.candidates.at(-1)?.element === element) this.candidates.pop();
  }
}

function isFollowable(element: PageElement): boolean {
  const address = element.name === 'a' ? element.attribute('href')?.trim() : undefined;
  return address !== undefined && address !== '' && !/^(?:#|javascript:|mailto:|tel:)/i.test(address);
}

function isScripted(element: PageElement): boolean {
  if (
    element.attribute('role') === 'link' ||
    (element.isMarked && element.attribute('data-href') !== undefined)
  )
    return true;
  return element.name === 'a' && /^javascript:/i.test(element.attribute('href')?.trim() ?? '');
}

function signOf(element: PageElement): ShellSign | undefined {
  const byTag = SIGN_OF_TAG.get(element.name);
  const byMark = element.isMarked ? signOfMarks(element) : undefined;
  if (byTag === 'island' || byMark === 'island') return 'island';
  if (element.name === 'body' || element.name === 'html') return undefined;
  const id = element.attribute('id') ?? '';
  if (byTag !== undefined || byMark === 'mount-point' || MOUNT_IDS.has(id)) return 'mount-point';
  return byMark ?? signOfIdAndClasses(id, element.attribute('class') ?? '');
}

function signOfIdAndClasses(id: string, classes: string): ShellSign | undefined {
  if (id === '') return classes === '' ? undefined : signOfNames(classes);
  return signOfNames(classes === '' ? id : `${id} ${classes}`);
}

function signOfMarks(element: PageElement): ShellSign | undefined {
  if (hasOne(element, ISLAND_ATTRIBUTES)) return 'island';
  if (hasOne(element, MOUNT_ATTRIBUTES)) return 'mount-point';
  return hasOne(element, LIST_ATTRIBUTES) ? 'endless-list' : undefined;
}

function hasOne(element: PageElement, names: readonly AttributeName[]): boolean {
  for (const name of names) if (element.attribute(name) !== undefined) return true;
  return false;
}

/** The pages of a site use the same names again and again. */
const signOfNames = remember((names: string): ShellSign | undefined => {
  if (ENDLESS.test(names)) return 'endless-list';
  return CONSENT.test(names) ? 'consent-wall' : undefined;
}, 5_000);

/** Elements that are looked into, and characters of each. */
const NOSCRIPTS = { elements: 20, characters: 600 } as const;

/** True if a `noscript` tells the reader to turn scripts on; most hold an image that counts visits. */
function asksForScripts(markup: string): boolean {
  const start = /<noscript\b/gi;
  for (let count = 0; count < NOSCRIPTS.elements; count += 1) {
    const found = start.exec(markup);
    if (found === null) return false;
    const after = markup.slice(found.index, found.index + NOSCRIPTS.characters);
    const [inside = ''] = after.split(/<\/noscript/i, 1);
    if (/java\s?script/i.test(inside.replace(/<[^<>]*>/g, ' '))) return true;
  }
  return false;
}
