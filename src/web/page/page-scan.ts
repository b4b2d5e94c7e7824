import { BlockCollector, type PageBlocks } from './blocks.js';
import { ShellWatcher, type ShellSight } from './shell.js';
import { Survey } from './page-survey.js';
import { TagPaths } from './tag-paths.js';
import type { MarkupListener, PageElement } from './tree.js';

/** Options of the way through a page. */
export interface ScanOptions {
  /** Reads what is hidden until a script reveals it. */
  readonly hidden?: boolean;
  /** Watches for what says that scripts fill the page. */
  readonly shell?: boolean;
  /** Notes the path of tags to each link. */
  readonly tagPaths?: boolean;
}

/** All that is read of a page, found in one pass. */
export class PageScan implements MarkupListener {
  readonly survey: Survey;
  private readonly collector: BlockCollector<PageElement>;
  private readonly watcher: ShellWatcher | undefined;
  private readonly paths: TagPaths | undefined;

  constructor({ hidden = false, shell = false, tagPaths = false }: ScanOptions = {}) {
    this.collector = new BlockCollector({ hidden });
    this.watcher = shell ? new ShellWatcher() : undefined;
    this.paths = tagPaths ? new TagPaths() : undefined;
    this.survey = new Survey(this.paths);
  }

  open(element: PageElement): void {
    this.survey.open(element);
    this.paths?.open(element);
    this.collector.open(element);
    this.watcher?.open(element);
  }

  text(text: string): void {
    this.survey.text(text);
    this.collector.text(text);
    this.watcher?.text(text);
  }

  close(element: PageElement): void {
    this.survey.close(element);
    this.paths?.close(element);
    this.collector.close(element);
    this.watcher?.close(element);
  }

  /** The blocks of a page that was heard to its end. */
  blocks(): PageBlocks {
    return this.collector.finish();
  }

  /** Undefined where nobody asked for it. */
  get sight(): ShellSight | undefined {
    return this.watcher;
  }
}
