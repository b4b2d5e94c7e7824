import type { AnnotatedText } from '../../model/noun.js';
import type { AnnotatedPage } from '../../model/topic.js';
import { guardClassifier, guardLinker } from './guarded-parts.js';
import type { ClassifierContext, Plugin } from './plugin.js';
import { loadPlugins, type Plugins } from './registry.js';

/** A part that the main thread has as an object. */
interface PartOfMain {
  readonly kind: 'classifiers' | 'linkers';
  readonly name: string;
}

/** User-defined parts in worker threads. Modules are loaded again; in place of objects stands what asks the main thread. */
export interface PluginsOfThread {
  readonly modules: readonly string[];
  readonly objects: readonly PartOfMain[];
}

interface PartQuestion extends PartOfMain {
  readonly topic?: string;
  readonly given: AnnotatedPage | AnnotatedText;
}

/** Asks a part that the main thread has as an object about a page or text. */
export type AskPart = (question: PartQuestion) => unknown;

/** The plugins of the main thread as data, for {@link openPluginsInThread}. */
export function pluginsForThread(plugins: Plugins): PluginsOfThread {
  const objects = (['classifiers', 'linkers'] as const).flatMap((kind) =>
    plugins.all(kind).flatMap(({ name, module }) => (module === undefined ? [{ kind, name }] : [])),
  );
  return { modules: plugins.modules, objects };
}

/** The plugins of the main thread, in another thread. @throws InputError as {@link loadPlugins} */
export function openPluginsInThread({ modules, objects }: PluginsOfThread, ask: AskPart): Promise<Plugins> {
  const parts = { classifiers: {} as Record<string, unknown>, linkers: {} as Record<string, unknown> };
  for (const { kind, name } of objects) {
    const link = (given: AnnotatedText) => ask({ kind, name, given });
    const make = ({ topic }: ClassifierContext) => ({
      judge: (given: AnnotatedPage) => ask({ kind, name, topic: topic.name, given }),
    });
    parts[kind][name] = kind === 'linkers' ? { link } : make;
  }
  return loadPlugins(modules, parts as Plugin);
}

/** Answers the questions of threads. */
export function answerForThreads(
  plugins: Plugins,
  contexts: readonly ClassifierContext[] = [],
): (question: PartQuestion) => Promise<unknown> {
  const parts = new Map<string, (given: never) => Promise<unknown>>();
  for (const own of plugins.all('linkers')) {
    const linker = guardLinker(own);
    parts.set(own.name, (text: AnnotatedText) => linker.link(text));
  }
  for (const context of contexts)
    for (const { name, part, module } of plugins.all('classifiers')) {
      if ('load' in part) continue;
      const classifier = guardClassifier({ name, part, module }, context);
      parts.set(`${name}\n${context.topic.name}`, (page: AnnotatedPage) => classifier.judge(page));
    }
  return async ({ name, topic, given }) =>
    parts.get(topic === undefined ? name : `${name}\n${topic}`)?.(given as never);
}
