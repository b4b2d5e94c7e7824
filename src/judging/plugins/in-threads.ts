import type { AnnotatedText } from '../../model/noun.js';
import type { AnnotatedPage } from '../../model/topic.js';
import { guardClassifier, guardLinker } from './guarded-parts.js';
import type { ClassifierContext, OwnClassifierPart, OwnLink, OwnLinkerPart, Verdict } from './plugin.js';
import { loadPlugins, type Plugins, type Registered } from './registry.js';

/** User-defined parts in worker threads. Modules are loaded again; in place of objects stands what asks the main thread. */
export interface PluginsOfThread {
  readonly modules: readonly string[];
  /** Names of parts that the main thread has as objects. */
  readonly classifiers: readonly string[];
  readonly linkers: readonly string[];
}

/** Asks a part that the main thread has as an object, by its name and kind, about a page or text. */
export type AskPart = (question: PartQuestion) => unknown;

interface PartQuestion {
  readonly part: string;
  readonly given: AnnotatedPage | AnnotatedText;
}

const linkerPart = (name: string): string => `linker '${name}'`;
const classifierPart = (name: string, topic: string): string => `classifier '${name}' for '${topic}'`;

/** Parts that a program gave as objects, none of which is declared. */
function objectsOf(plugins: Plugins, kind: 'classifiers'): readonly Registered<OwnClassifierPart>[];
function objectsOf(plugins: Plugins, kind: 'linkers'): readonly Registered<OwnLinkerPart>[];
function objectsOf(plugins: Plugins, kind: 'classifiers' | 'linkers'): readonly Registered<unknown>[] {
  return plugins.all(kind).filter(({ module }) => module === undefined);
}

/** The plugins of the main thread as data, for {@link openPluginsInThread}. */
export function pluginsForThread(plugins: Plugins): PluginsOfThread {
  return {
    modules: plugins.modules,
    classifiers: objectsOf(plugins, 'classifiers').map(({ name }) => name),
    linkers: objectsOf(plugins, 'linkers').map(({ name }) => name),
  };
}

/** The plugins of the main thread, in another thread. @throws InputError as {@link loadPlugins} */
export function openPluginsInThread(
  { modules, classifiers, linkers }: PluginsOfThread,
  ask: (question: PartQuestion) => Promise<unknown>,
): Promise<Plugins> {
  const classifier =
    (name: string): OwnClassifierPart =>
    ({ topic }) => ({
      judge: (given) => ask({ part: classifierPart(name, topic.name), given }) as Promise<Verdict>,
    });
  const linker = (name: string): OwnLinkerPart => ({
    link: (given) => ask({ part: linkerPart(name), given }) as Promise<readonly OwnLink[]>,
  });
  return loadPlugins(modules, {
    classifiers: Object.fromEntries(classifiers.map((name) => [name, classifier(name)])),
    linkers: Object.fromEntries(linkers.map((name) => [name, linker(name)])),
  });
}

export function answerForThreads(
  plugins: Plugins,
  contexts: readonly ClassifierContext[] = [],
): (question: PartQuestion) => Promise<unknown> {
  const parts = new Map<string, (given: never) => Promise<unknown>>();
  for (const own of objectsOf(plugins, 'linkers')) {
    const linker = guardLinker(own);
    parts.set(linkerPart(own.name), (text: AnnotatedText) => linker.link(text));
  }
  for (const context of contexts) {
    for (const own of objectsOf(plugins, 'classifiers')) {
      const classifier = guardClassifier(own, context);
      const part = classifierPart(own.name, context.topic.name);
      parts.set(part, (page: AnnotatedPage) => classifier.judge(page));
    }
  }
  return async ({ part, given }) => {
    const call = parts.get(part);
    if (call === undefined) throw new Error(`the main thread has no ${part}`);
    return call(given as never);
  };
}
