import { remember } from '../../support/remember.js';
import { findNode, type TreeNode } from './tree.js';

const set = (names: string): ReadonlySet<string> => new Set(names.split(' '));

/** Meanings of tags and of roles by themselves. */
const KINDS_BY_TAG = kinds({
  main: 'main',
  article: 'article',
  navigation: 'nav footer',
  boilerplate: 'aside header',
  marginal: 'figcaption time address',
});
const KINDS_BY_ROLE = kinds({
  main: 'main',
  article: 'article',
  navigation: 'navigation menu menubar contentinfo',
  boilerplate: 'banner complementary search dialog alertdialog',
});

function kinds(names: Partial<Record<ZoneMark['kind'], string>>): ReadonlyMap<string, ZoneMark['kind']> {
  const all = Object.entries(names) as readonly [ZoneMark['kind'], string][];
  return new Map(all.flatMap(([kind, list]) => list.split(' ').map((name) => [name, kind] as const)));
}

/** Words of a class or id that say navigation or boilerplate, when they are its first or last word. */
const NAVIGATION_WORDS = set(
  'nav navbar navigation menu submenu menubar breadcrumb breadcrumbs crumbs footer ' +
    // DocBook, Doxygen, texi2html
    'navheader navfooter navpath navrow navbuttons',
);
const BOILERPLATE_WORDS = set(
  'sidebar sidebars related share sharing social advert adverts advertisement advertising sponsored promo ' +
    'newsletter subscribe signup masthead popular recommended trending outbrain taboola rail rss ad ads ' +
    'sponsor pagination pager skyscraper',
);
/** Words of a class or id that say who wrote a text and when, and under which tags it is filed, when they are its last word. */
const MARGINAL_WORDS = set(
  'author authors date dates datetime dateline meta posted postinfo postmeta pubdate published slidecount tags',
);
/** Those that say so wherever they stand in a short name: `wp-caption-text`. Not `tags-life`, which classifies a whole post. */
const UNMISTAKABLE_WORDS = set(
  'caption captions credit credits copyright byline timestamp breadcrumb breadcrumbs share sharing social newsletter ' +
    'related disclaimer gallery promo',
);
/** Words of names up to which one of them says what the element is. */
const SHORT_NAME = 4;
/** `author-name`: parts of what is said about an author. */
const ABOUT_AUTHORS = /^authors?[-_](?:name|names|bio|box|info|text|details|card|block|image)/i;
/** Words that say that readers of the page wrote what is in the element. */
const COMMENT_WORDS = set('comment comments disqus');
/** Words that say that the element holds the content as well (`has-sidebar`, `content-sidebar-wrap`). */
const CONTENT_WORDS = set('content article main body text entry has with no without layout page story');
const COOKIE =
  /^(?:cookies?|gdpr)(?:[-_]*(?:consent|banner|bar|notice|popup|policy|message|overlay|law|info|modal))*$/i;
/** The dialogs of programs that ask for consent. They may be longer than the page. */
const CONSENT =
  /^(?:onetrust-consent-sdk|CybotCookiebotDialog|usercentrics-root|qc-cmp2-container|didomi-host|truste-consent|cmplz-cookiebanner|cky-consent|fc-consent-root|sp_message_container|iubenda-cs-banner|osano-cm-|BorlabsCookieBox)/;
const COMMENT_FORM = /^(?:comment[-_]?form|respond|reply[-_]?form)$/i;
/** Sidebars of blogs. Not `elementor-widget`, of which page builders make the text. */
const WIDGET = /^widget(?:[-_]\w*)?$/i;
/** Names of elements that are not printed, not to be indexed, or only read aloud: controls and their labels. */
const NOT_FOR_READERS =
  /^(?:no-?print|d-print-none|hidden-print|robots-nocontent|sr-only|visually-?hidden|screen-reader-text)$/i;

/** Sign of an element's place in or outside of the page's main part. */
export interface ZoneMark {
  /** `marginal`: a caption, a credit, a byline, a date, tags. */
  readonly kind: 'main' | 'article' | 'navigation' | 'boilerplate' | 'comments' | 'marginal';
  /** False for forms, and where a name or a marginal element says it: these may turn out to hold the page itself. */
  readonly certain: boolean;
}

/** True for what stands around the text of a page: navigation, boilerplate, comments, and what is marginal. */
export function isMargin({ kind }: ZoneMark): boolean {
  return kind !== 'main' && kind !== 'article';
}

const HIDING_STYLE = /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;

/** True when an element is not shown until a script reveals it: `hidden`, `aria-hidden`, inline style, closed dialog. */
export function isHidden(element: TreeNode): boolean {
  // Scripts often reveal the whole page once they have run.
  if (element.name === 'html' || element.name === 'body') return false;
  return (
    element.attribute('hidden') !== undefined ||
    element.attribute('aria-hidden')?.trim() === 'true' ||
    (element.name === 'dialog' && element.attribute('open') === undefined) ||
    HIDING_STYLE.test(element.attribute('style') ?? '')
  );
}

/** An `a` with an address. */
export function isAnchor(element: TreeNode): boolean {
  return element.name === 'a' && element.attribute('href') !== undefined;
}

const SECTION = /(?:^|\s)section(?:\s|$)/;

/** The pages of a site use the same names again and again. */
const markOfTokens = remember((names: string): ZoneMark | undefined => {
  const told = names
    .split(/\s+/)
    .slice(0, 20)
    .flatMap((token) => readToken(token) ?? []);
  // Of several, navigation says the most and what is marginal the least.
  const kind = told.includes('navigation')
    ? 'navigation'
    : (told.find((one) => one !== 'marginal') ?? told[0]);
  return kind === undefined ? undefined : { kind, certain: false };
}, 5_000);

function readToken(token: string): ZoneMark['kind'] | undefined {
  if ([COOKIE, COMMENT_FORM, WIDGET, NOT_FOR_READERS].some((names) => names.test(token)))
    return 'boilerplate';
  const words = token
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[-_]+/)
    .filter((word) => word !== '');
  const [first = '', last = ''] = [words[0], words.at(-1)];
  if (!words.some((word) => CONTENT_WORDS.has(word))) {
    if (NAVIGATION_WORDS.has(first) || NAVIGATION_WORDS.has(last)) return 'navigation';
    if (BOILERPLATE_WORDS.has(first) || BOILERPLATE_WORDS.has(last)) return 'boilerplate';
    if (COMMENT_WORDS.has(first) || COMMENT_WORDS.has(last)) return 'comments';
  }
  const isUnmistakable = (words.length <= SHORT_NAME ? words : [last]).some((word) =>
    UNMISTAKABLE_WORDS.has(word),
  );
  return isUnmistakable || MARGINAL_WORDS.has(last) || ABOUT_AUTHORS.test(token) ? 'marginal' : undefined;
}

/** The id of an element, unless a tool made it of the heading of a section: `sharing-with-others`, `related-work`. */
function idOf(element: TreeNode, classes: string): string {
  const id = element.attribute('id') ?? '';
  if (id === '' || element.traits.heading > 0) return '';
  const isSection = element.name === 'section' || SECTION.test(classes);
  return isSection && /[-_]/.test(id) ? '' : id;
}

function markOfNames(element: TreeNode): ZoneMark | undefined {
  const classes = element.attribute('class') ?? '';
  const names = `${idOf(element, classes)} ${classes}`;
  return names === ' ' ? undefined : markOfTokens(names);
}

function certainKind(element: TreeNode): ZoneMark['kind'] | undefined {
  if (element.attribute('itemprop') === 'articleBody') return 'article';
  const role = element.attribute('role')?.trim().toLowerCase();
  return (role === undefined ? undefined : KINDS_BY_ROLE.get(role)) ?? KINDS_BY_TAG.get(element.name);
}

/** Place on the page according to an element's tag, role, class and id; undefined when they say nothing. */
export function zoneMark(element: TreeNode): ZoneMark | undefined {
  if (element.name === 'html' || element.name === 'body') return undefined;
  const kind = certainKind(element);
  if (kind !== undefined) return { kind, certain: kind !== 'marginal' };
  if (CONSENT.test(element.attribute('id') ?? '')) return { kind: 'boilerplate', certain: true };
  return markOfNames(element) ?? (isFilledIn(element) ? { kind: 'boilerplate', certain: false } : undefined);
}

/** True for a form with something to fill in, to press, or to choose by a picture. Others are around posts of people. */
function isFilledIn(element: TreeNode): boolean {
  const isControl = (node: TreeNode): boolean =>
    /^(?:input|textarea|select|button|img)$/.test(node.name) &&
    node.attribute('type')?.toLowerCase() !== 'hidden';
  return element.name === 'form' && findNode(element, isControl) !== undefined;
}
