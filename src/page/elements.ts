import { remember } from '../support/remember.js';
import type { TreeNode } from './tree.js';

const set = (names: string): ReadonlySet<string> => new Set(names.split(' '));

/** Elements that begin and end a block of text. */
const BLOCKS = set(
  'address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure ' +
    'footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol p pre search section summary ' +
    'table tbody td tfoot th thead tr ul',
);

/** Elements whose content is not text of the page. */
const UNRENDERED = set(
  'script style noscript template iframe svg head title select textarea datalist object video audio canvas noframes ' +
    'noembed annotation annotation-xml #comment #documenttype',
);

/** What tags and roles say by themselves. */
const KINDS_BY_TAG: Readonly<Record<string, ZoneMark['kind']>> = {
  main: 'main',
  article: 'article',
  nav: 'navigation',
  footer: 'navigation',
  aside: 'boilerplate',
  header: 'boilerplate',
};
const KINDS_BY_ROLE: Readonly<Record<string, ZoneMark['kind']>> = {
  main: 'main',
  article: 'article',
  navigation: 'navigation',
  menu: 'navigation',
  menubar: 'navigation',
  contentinfo: 'navigation',
  banner: 'boilerplate',
  complementary: 'boilerplate',
  search: 'boilerplate',
  dialog: 'boilerplate',
  alertdialog: 'boilerplate',
};

/** Words of a class or id that say navigation or boilerplate, when they are its first or last word. */
const NAVIGATION_WORDS = set('nav navbar navigation menu submenu menubar breadcrumb breadcrumbs footer');
const BOILERPLATE_WORDS = set(
  'sidebar sidebars related share sharing social advert adverts advertisement advertising sponsored promo ' +
    'newsletter subscribe masthead popular recommended trending outbrain taboola',
);
/** Words that say that readers of the page wrote what is in the element. */
const COMMENT_WORDS = set('comment comments disqus');
/** Words that say that the element holds the content as well (`has-sidebar`, `content-sidebar-wrap`). */
const CONTENT_WORDS = set('content article main body text entry has with no without layout page story');
const COOKIE =
  /^(?:cookies?|gdpr)(?:[-_]?(?:consent|banner|bar|notice|popup|policy|message|overlay|law|info|modal))*$/i;
const COMMENT_FORM = /^(?:comment[-_]?form|respond|reply[-_]?form)$/i;

/** How an element bears on what is the page's main part. */
export interface ZoneMark {
  readonly kind: 'main' | 'article' | 'navigation' | 'boilerplate' | 'comments';
  /** False where only a name or a form says boilerplate: it then may turn out to hold the page itself. */
  readonly certain: boolean;
}

const HIDING_STYLE = /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;

/** True for elements that begin and end a block of text. */
export function isBlock(name: string): boolean {
  return BLOCKS.has(name);
}

const ZERO = 0x30;

/** 1 to 6 for `h1` to `h6`, else 0. */
export function headingLevel(name: string): number {
  if (name.length !== 2 || !name.startsWith('h')) return 0;
  const level = name.charCodeAt(1) - ZERO;
  return level >= 1 && level <= 6 ? level : 0;
}

/** True for elements that never show their content as text of the page. */
export function isUnrendered(node: TreeNode): boolean {
  return UNRENDERED.has(node.name);
}

/** True when an element is not shown until a script reveals it: `hidden`, `aria-hidden`, inline style, closed dialog. */
export function isHidden(node: TreeNode): boolean {
  // Scripts often reveal the whole page once they have run.
  if (node.name.startsWith('#') || node.name === 'html' || node.name === 'body') return false;
  if (node.attribute('hidden') !== undefined || node.attribute('aria-hidden')?.trim() === 'true') return true;
  if (node.name === 'dialog' && node.attribute('open') === undefined) return true;
  const style = node.attribute('style');
  return style !== undefined && HIDING_STYLE.test(style);
}

/** The pages of a site use the same classes again and again. */
const markOfToken = remember(readToken, 10_000);
const markOfTokens = remember((names: string): ZoneMark | undefined => {
  const kinds = names.split(/\s+/).slice(0, 20).map(markOfToken);
  const kind = kinds.find((found) => found === 'navigation') ?? kinds.find((found) => found !== undefined);
  return kind === undefined ? undefined : { kind, certain: false };
}, 5_000);

function readToken(token: string): ZoneMark['kind'] | undefined {
  if (COOKIE.test(token) || COMMENT_FORM.test(token)) return 'boilerplate';
  const words = token
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[-_]+/)
    .filter((word) => word !== '');
  if (words.some((word) => CONTENT_WORDS.has(word))) return undefined;
  const ends = [words[0] ?? '', words.at(-1) ?? ''];
  if (ends.some((word) => NAVIGATION_WORDS.has(word))) return 'navigation';
  if (ends.some((word) => BOILERPLATE_WORDS.has(word))) return 'boilerplate';
  return ends.some((word) => COMMENT_WORDS.has(word)) ? 'comments' : undefined;
}

function markOfNames(node: TreeNode): ZoneMark | undefined {
  const id = node.attribute('id') ?? '';
  const classes = node.attribute('class') ?? '';
  return id === '' && classes === '' ? undefined : markOfTokens(`${id} ${classes}`);
}

function certainKind(node: TreeNode): ZoneMark['kind'] | undefined {
  if (node.attribute('itemprop') === 'articleBody') return 'article';
  return KINDS_BY_ROLE[node.attribute('role')?.trim().toLowerCase() ?? ''] ?? KINDS_BY_TAG[node.name];
}

/** What an element's tag, role, class and id say about its place on the page; undefined when they say nothing. */
export function zoneMark(node: TreeNode): ZoneMark | undefined {
  if (node.name.startsWith('#') || node.name === 'html' || node.name === 'body') return undefined;
  const kind = certainKind(node);
  if (kind !== undefined) return { kind, certain: true };
  return markOfNames(node) ?? (node.name === 'form' ? { kind: 'boilerplate', certain: false } : undefined);
}
