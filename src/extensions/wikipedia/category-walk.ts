import type { Member, MemberPart } from './api-queries.js';
import type { Exclusion } from './exclusion.js';

/** Pages whose facts are requested at once; the most that an API allows everyone. */
export const GROUP = 50;

/** Next step in the reading of a category. */
export type WalkStep =
  | { readonly kind: 'list'; readonly category: string; readonly next: string | undefined }
  | { readonly kind: 'read'; readonly pages: readonly Member[] };

interface OpenCategory {
  readonly name: string;
  readonly depth: number;
  next: string | undefined;
}

/**
 * Progress of reading a category: breadth first, each category and page once, however often it is listed, so
 * that circles end. What was heard, in the same order, gives the same state: that is how a reading is taken up again.
 */
export class CategoryWalk {
  private readonly open: OpenCategory[];
  private readonly knownCategories: Set<string>;
  private readonly knownPages = new Set<number>();
  private readonly waiting = new Map<number, Member>();
  private readonly counts = new Map<string, number>();
  private takenPages = 0;

  constructor(
    root: string,
    private readonly options: {
      /** 0 for the category's own pages. */
      readonly depth: number;
      readonly limit: number | undefined;
      readonly exclusion: Exclusion;
    },
  ) {
    this.open = [{ name: root, depth: 0, next: undefined }];
    this.knownCategories = new Set([root]);
  }

  /** A part of the list of a category's members has come. */
  listed(category: string, { pages, subcategories, next }: MemberPart): void {
    const current = this.open.find(({ name }) => name === category);
    if (current === undefined) return;
    for (const page of pages) {
      if (this.knownPages.has(page.id)) continue;
      this.knownPages.add(page.id);
      this.waiting.set(page.id, page);
    }
    if (current.depth < this.options.depth)
      for (const name of subcategories) {
        if (this.knownCategories.has(name) || this.options.exclusion(name) !== undefined) continue;
        this.knownCategories.add(name);
        this.open.push({ name, depth: current.depth + 1, next: undefined });
      }
    if (next === undefined) this.open.splice(this.open.indexOf(current), 1);
    else current.next = next;
  }

  /** A page has become a document. */
  took(id: number): void {
    if (this.waiting.delete(id)) this.takenPages += 1;
  }

  /** A page was left out. */
  left(id: number, reason: string): void {
    if (this.waiting.delete(id)) this.counts.set(reason, (this.counts.get(reason) ?? 0) + 1);
  }

  /** Next step; undefined when all is done. */
  step(): WalkStep | undefined {
    if (this.isFull()) return undefined;
    const [category] = this.open;
    if (category !== undefined && this.waiting.size < GROUP)
      return { kind: 'list', category: category.name, next: category.next };
    const pages = [...this.waiting.values()].slice(0, GROUP);
    return pages.length === 0 ? undefined : { kind: 'read', pages };
  }

  /** True if as many pages as allowed have become documents. */
  isFull(): boolean {
    return this.takenPages >= (this.options.limit ?? Infinity);
  }

  get taken(): number {
    return this.takenPages;
  }

  /** Pages that are known so far. */
  get known(): number {
    return this.knownPages.size;
  }

  get categories(): number {
    return this.knownCategories.size;
  }

  /** Pages left out, by reason. */
  get leftOut(): Readonly<Record<string, number>> {
    return Object.fromEntries([...this.counts].sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}
