/** The public API: everything that the commands can do. `sfwc/kb`, `sfwc/judge` and `sfwc/crawl` are parts of it. */
export * from './cli/api/kb.js';
export * from './cli/api/judge.js';
export * from './cli/api/crawl.js';
export * from './model/errors.js';
export { z } from 'zod';
export { command, type CommandSpec } from './cli/command.js';
export {
  definePlugin,
  type Made,
  type PageColumn,
  type PageRow,
  type PagesFormat,
  type Plugin,
} from './judging/plugins/plugin.js';
export type { RendererContext, RendererKind } from './judging/plugins/renderer.js';
export type {
  EngineKind,
  FederatedSource,
  StoreContext,
  StoreKind,
  WritableKnowledgeBase,
} from './knowledge/places/store.js';
export { RenderError, type PageRenderer, type RenderedPage, type RenderTask } from './model/rendering.js';
export type { CommandBody, CommandSurroundings, PluginCommand } from './support/settings/command-body.js';
export { field, type Field, type Fields, type Values } from './support/settings/field.js';
export * from './language/wordnet/index.js';
