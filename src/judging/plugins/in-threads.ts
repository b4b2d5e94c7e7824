import type { AnnotatedText } from '../../model/noun.js';
import type { AnnotatedPage } from '../../model/topic.js';
import { guardClassifier, guardLinker } from './guarded-parts.js';
import { loadPlugins } from './load.js';
import type { ClassifierContext, OwnClassifier, OwnLink, OwnLinker, Verdict } from './plugin.js';
import type { Plugins } from './registry.js';

/**
 * User-defined parts in worker threads. Modules are loaded there again. Objects cannot be copied to another thread: there
 * stands something in their place that asks the main thread.
 */
export interface PluginsOfThread {
  /** Addresses of modules. */
  readonly modules: readonly string[];
  /** Names of parts that the main thread has as objects. */
  readonly classifiers: readonly string[];
  readonly linkers: readonly string[];
}

/** A page or text for a part that the main thread has as an object. */
export type PartQuestion =
  | { readonly classifier: string; readonly topic: string; readonly page: AnnotatedPage }
  | { readonly linker: string; readonly text: AnnotatedText };

/** Asks such a part. */
export type AskPart = (question: PartQuestion) => unknown;

/** The plugins of the main thread as data, for {@link openPluginsInThread}. */
export function pluginsForThread(plugins: Plugins): PluginsOfThread {
  const objects = (kind: 'classifiers' | 'linkers'): readonly string[] =>
    plugins.all(kind).flatMap(({ name, module }) => (module === undefined ? [name] : []));
  return { modules: plugins.modules, classifiers: objects('classifiers'), linkers: objects('linkers') };
}

/** The plugins of the main thread, in another thread. @throws InputError as {@link loadPlugins} */
export function openPluginsInThread(
  { modules, classifiers, linkers }: PluginsOfThread,
  ask: (question: PartQuestion) => Promise<unknown>,
): Promise<Plugins> {
  const classifier =
    (name: string) =>
    ({ topic }: ClassifierContext): OwnClassifier => ({
      judge: (page) => ask({ classifier: name, topic: topic.name, page }) as Promise<Verdict>,
    });
  const linker = (name: string): OwnLinker => ({
    link: (text) => ask({ linker: name, text }) as Promise<readonly OwnLink[]>,
  });
  return loadPlugins(modules, {
    classifiers: Object.fromEntries(classifiers.map((name) => [name, classifier(name)])),
    linkers: Object.fromEntries(linkers.map((name) => [name, linker(name)])),
  });
}

/**
 * Answers the questions of threads.
 * @param contexts of the topics that classifiers are made for; needed for calls to one
 */
export function answerForThreads(
  plugins: Plugins,
  contexts: readonly ClassifierContext[] = [],
): (question: PartQuestion) => Promise<unknown> {
  const key = (topic: string, name: string): string => `${topic}\t${name}`;
  const classifiers = new Map(
    contexts.flatMap((context) =>
      plugins.all('classifiers').flatMap(({ part, ...one }) =>
        // What is declared to be loaded comes from a module.
        'load' in part
          ? []
          : [[key(context.topic.name, one.name), guardClassifier({ ...one, part }, context)]],
      ),
    ),
  );
  const linkers = new Map(
    plugins
      .all('linkers')
      .flatMap(({ part, ...one }) => ('load' in part ? [] : [[one.name, guardLinker({ ...one, part })]])),
  );
  return async (question) => {
    const answer =
      'page' in question
        ? classifiers.get(key(question.topic, question.classifier))?.judge(question.page)
        : linkers.get(question.linker)?.link(question.text);
    const name = 'page' in question ? question.classifier : question.linker;
    if (answer === undefined) throw new Error(`the main thread has no part '${name}'`);
    return answer;
  };
}
