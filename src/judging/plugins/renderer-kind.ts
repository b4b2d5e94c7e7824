import type { BrowserStorage, PageRenderer, RenderLimits } from '../../model/rendering.js';
import type { Logger } from '../../support/logger.js';

/** What a renderer is opened with. */
export interface RendererContext {
  readonly limits: RenderLimits;
  /** What pages see of the browser; servers receive the same. */
  readonly userAgent: string;
  /** The program to render with, where the setting `browser` names one. */
  readonly browser?: string;
  /** Whether the program is to have a sandbox. */
  readonly sandbox: boolean;
  /** What scripts find in the browser of a person who has signed in; it is for its hosts alone. */
  readonly storage?: BrowserStorage;
  readonly logger: Logger;
}

/** Why a renderer cannot be opened, and what to do. */
export interface RendererObstacle {
  readonly why: string;
  readonly hint: string;
}

/** Opens what runs the scripts of pages. */
export interface RendererKind {
  /** Called before a crawl that requires it begins, and before it is opened. Default: nothing stands in the way. */
  whyNot?(context: RendererContext): RendererObstacle | undefined | Promise<RendererObstacle | undefined>;
  /** Called when the first page is to be rendered. */
  open(context: RendererContext): PageRenderer | Promise<PageRenderer>;
}

/** A renderer that is loaded when it is needed. */
export interface RendererDeclaration {
  /** One line. */
  readonly summary: string;
  readonly load: () => Promise<RendererKind>;
}
