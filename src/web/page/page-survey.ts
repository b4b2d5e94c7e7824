import { firstOf, PAGE_LIMITS } from './limits.js';
import { tellTree, type MarkupListener, type PageElement, type TreeNode } from './tree.js';
import { pathTo, type OpenElement, type TagPaths } from './tag-paths.js';
import { collapseWhitespace } from './whitespace.js';

/** An `a` or `area` with an address. */
export interface SurveyedAnchor {
  readonly element: PageElement;
  /** Its visible text; the `alt` of images where it holds nothing else. Read when it is requested. */
  text(): string;
  /** The tag path to it, where tag paths are noted; made on request. */
  tagPath(): string | undefined;
}

/** The elements of a page that carry links or say something about it, in document order. */
export interface PageSurvey {
  /** `html`, `title`, `meta` and `link`, those in drawings left out. */
  readonly head: readonly PageElement[];
  /** The first ones of the `link` elements stand in the head: so many. */
  readonly linksInHead: number;
  /** The text of the first `title`, as it was written. */
  readonly title: string;
  readonly anchors: readonly SurveyedAnchor[];
  /** The texts of scripts of JSON-LD. */
  readonly scripts: readonly string[];
  /** The first `base` with an address. */
  readonly base: PageElement | undefined;
}

/**
 * Pieces of text in the order of the document. Each knows how many silent elements it lies in: an anchor in a drawing has
 * the text in it, which is not of an anchor around the drawing.
 */
class Pieces {
  private readonly texts: string[] = [];
  private readonly levels: number[] = [];

  get size(): number {
    return this.texts.length;
  }

  add(text: string, level: number): void {
    this.texts.push(text);
    this.levels.push(level);
  }

  /** Joins the pieces in a range that are nested in at most `level` silent elements, as many as a link may have of them. */
  between(begin: number, end: number, level: number, separator: string): string {
    let joined: string | undefined;
    for (let index = begin; index < end; index += 1) {
      const text = this.texts[index];
      if (text === undefined || (this.levels[index] ?? 0) > level) continue;
      joined = joined === undefined ? text : joined + separator + text;
      if (joined.length > PAGE_LIMITS.anchorText) return firstOf(joined, PAGE_LIMITS.anchorText);
    }
    return joined ?? '';
  }
}

class Anchor implements SurveyedAnchor {
  private readonly begin: number;
  private readonly firstAlternative: number;
  private end = 0;
  private lastAlternative = 0;
  private readonly around: OpenElement | undefined;

  constructor(
    readonly element: PageElement,
    /** Silent elements around it. */
    readonly level: number,
    private readonly texts: Pieces,
    private readonly alternatives: Pieces,
    /** Notes the paths, and the innermost element that they name around the anchor. */
    private readonly paths: TagPaths | undefined,
  ) {
    this.around = paths?.here();
    this.begin = texts.size;
    this.firstAlternative = alternatives.size;
  }

  close(): void {
    this.end = this.texts.size;
    this.lastAlternative = this.alternatives.size;
  }

  text(): string {
    return (
      collapseWhitespace(this.texts.between(this.begin, this.end, this.level, '')) ||
      collapseWhitespace(
        this.alternatives.between(this.firstAlternative, this.lastAlternative, this.level, ' '),
      )
    );
  }

  tagPath(): string | undefined {
    return this.paths && pathTo(this.around);
  }
}

/** Elements of the head: any other element begins the body (HTML standard, section 13.2.6.4.4). */
const IN_HEAD: ReadonlySet<string> = new Set(
  'html head title meta link base basefont bgsound script style noscript noframes template'.split(' '),
);

/** Finds what metadata and links are read from. */
export class Survey implements MarkupListener, PageSurvey {
  readonly head: PageElement[] = [];
  linksInHead = 0;
  private isInHead = true;
  readonly anchors: Anchor[] = [];
  readonly scripts: string[] = [];
  base: PageElement | undefined;
  title = '';
  private hasTitle = false;
  /** Elements open in the first title and in a template, with that one itself. */
  private inTitle = 0;
  private inTemplate = 0;
  /** Scripts of JSON-LD that are open, with their place in the list; more than one in drawings only. */
  private readonly openScripts: { readonly place: number; inside: number }[] = [];
  private drawings = 0;
  /** Elements around the place of which an anchor does not show the text. */
  private silent = 0;
  private readonly texts = new Pieces();
  private readonly alternatives = new Pieces();
  private readonly openAnchors: Anchor[] = [];
  /** The innermost of them. */
  private anchor: Anchor | undefined;

  /** @param paths notes the elements that are open; hears of each element later than the survey */
  constructor(private readonly paths?: TagPaths) {}

  open(element: PageElement): void {
    if (this.inTitle > 0) this.inTitle += 1;
    if (this.openScripts.length > 0) this.enterInScript();
    if (this.inTemplate > 0) {
      this.inTemplate += 1;
      return;
    }
    if (this.isInHead && !IN_HEAD.has(element.name)) this.isInHead = false;
    const { traits } = element;
    if (traits.isSilent) this.silent += 1;
    if (traits.isTelling) this.note(element);
    if (this.anchor !== undefined && this.silent <= this.anchor.level) {
      if (element.name === 'img' || element.name === 'area')
        this.alternatives.add(element.attribute('alt') ?? '', this.silent);
      if (traits.isBlock || element.name === 'br') this.texts.add(' ', this.silent);
    }
  }

  private note(element: PageElement): void {
    const { name } = element;
    if (name === 'template') this.inTemplate = 1;
    else if (name === 'svg') this.drawings += 1;
    else if (name === 'a' || name === 'area') this.openAnchor(element);
    else if (name === 'script') this.openScript(element);
    else if (name === 'base') this.noteBase(element);
    else if (this.drawings === 0) this.noteHead(element);
  }

  private openAnchor(element: PageElement): void {
    if (element.attribute('href') === undefined || this.anchors.length === PAGE_LIMITS.anchors) return;
    const anchor = new Anchor(element, this.silent, this.texts, this.alternatives, this.paths);
    this.anchors.push(anchor);
    this.openAnchors.push(anchor);
    this.anchor = anchor;
  }

  private openScript(element: PageElement): void {
    if (element.attribute('type') !== 'application/ld+json') return;
    this.openScripts.push({ place: this.scripts.length, inside: 1 });
    this.scripts.push('');
  }

  private enterInScript(): void {
    const script = this.openScripts.at(-1);
    if (script !== undefined) script.inside += 1;
  }

  private leaveInScript(): void {
    const script = this.openScripts.at(-1);
    if (script === undefined) return;
    script.inside -= 1;
    if (script.inside > 0) return;
    this.openScripts.pop();
    this.leaveInScript();
  }

  private addToScript(text: string): void {
    const script = this.openScripts.at(-1);
    if (script?.inside === 1) this.scripts[script.place] = (this.scripts[script.place] ?? '') + text;
  }

  private noteBase(element: PageElement): void {
    if (this.base === undefined && element.attribute('href') !== undefined) this.base = element;
  }

  private noteHead(element: PageElement): void {
    this.head.push(element);
    if (this.isInHead && element.name === 'link') this.linksInHead += 1;
    if (element.name !== 'title' || this.hasTitle) return;
    this.hasTitle = true;
    this.inTitle = 1;
  }

  text(text: string): void {
    if (this.inTitle > 0) this.title += text;
    if (this.inTemplate > 0) return;
    if (this.openScripts.length > 0) this.addToScript(text);
    if (this.anchor !== undefined && this.silent <= this.anchor.level) this.texts.add(text, this.silent);
  }

  close(element: PageElement): void {
    if (this.inTitle > 0) this.inTitle -= 1;
    if (this.openScripts.length > 0) this.leaveInScript();
    if (this.inTemplate > 0) {
      this.inTemplate -= 1;
      if (this.inTemplate > 0) return;
    }
    const { traits } = element;
    if (traits.isSilent) this.silent -= 1;
    else if (this.anchor !== undefined) this.closeInAnchor(this.anchor, element);
    if (element.name === 'svg') this.drawings -= 1;
  }

  private closeInAnchor(anchor: Anchor, element: PageElement): void {
    if (anchor.element === element) {
      anchor.close();
      this.openAnchors.pop();
      this.anchor = this.openAnchors.at(-1);
    } else if (this.silent <= anchor.level && (element.traits.isBlock || element.name === 'br')) {
      this.texts.add(' ', this.silent);
    }
  }
}

/** Finds in a tree what metadata and links are read from. */
export function surveyPage(root: TreeNode): PageSurvey {
  const survey = new Survey();
  tellTree(root, survey);
  return survey;
}
