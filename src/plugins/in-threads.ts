import type { AnnotatedText } from '../model/noun.js';
import type { AnnotatedPage } from '../model/topic.js';
import { guardClassifier, guardLinker } from './guard.js';
import { loadPlugins } from './load.js';
import type { ClassifierContext, OwnLink, Verdict } from './plugin.js';
import type { Plugins } from './registry.js';

/**
 * Parts of one's own in worker threads. Modules are loaded there again. Objects cannot be copied to another thread: there
 * stands something in their place that asks the main thread.
 */
export interface PluginsOfThread {
  /** Addresses of modules. */
  readonly modules: readonly string[];
  /** Names of parts that the main thread has as objects. */
  readonly classifiers: readonly string[];
  readonly linkers: readonly string[];
}

/** Asks a part that the main thread has as an object. */
export type AskPart = (question: PartQuestion) => Verdict | readonly OwnLink[];

/** What such a part is asked. */
export type PartQuestion =
  | {
      readonly kind: 'classifiers';
      readonly name: string;
      /** Name of the topic that the classifier was made for. */
      readonly topic: string;
      readonly given: AnnotatedPage;
    }
  | { readonly kind: 'linkers'; readonly name: string; readonly given: AnnotatedText };

/** What a thread has to know of the plugins of the main thread. */
export function pluginsForThread(plugins: Plugins): PluginsOfThread {
  const objects = (kind: 'classifiers' | 'linkers'): readonly string[] =>
    plugins.all(kind).flatMap(({ name, module }) => (module === undefined ? [name] : []));
  return { modules: plugins.modules, classifiers: objects('classifiers'), linkers: objects('linkers') };
}

/** The plugins of the main thread, in another thread. @throws InputError as {@link loadPlugins} */
export function openPluginsInThread(
  { modules, classifiers, linkers }: PluginsOfThread,
  ask: (question: PartQuestion) => Promise<Verdict | readonly OwnLink[]>,
): Promise<Plugins> {
  const named = <Part>(
    names: readonly string[],
    make: (name: string) => Part,
  ): Readonly<Record<string, Part>> => Object.fromEntries(names.map((name) => [name, make(name)]));
  return loadPlugins(modules, {
    classifiers: named(classifiers, (name) => ({ topic }: ClassifierContext) => ({
      judge: async (given: AnnotatedPage) =>
        (await ask({ kind: 'classifiers', name, topic: topic.name, given })) as Verdict,
    })),
    linkers: named(linkers, (name) => ({
      link: async (given: AnnotatedText) =>
        (await ask({ kind: 'linkers', name, given })) as readonly OwnLink[],
    })),
  });
}

/**
 * Answers the questions of threads.
 * @param contexts what a classifier is made from, of each topic; needed where one is asked
 */
export function answerForThreads(
  plugins: Plugins,
  contexts: readonly ClassifierContext[] = [],
): (question: PartQuestion) => Promise<Verdict | readonly OwnLink[]> {
  const key = (topic: string, name: string): string => `${topic}\t${name}`;
  const classifiers = new Map(
    contexts.flatMap((context) =>
      plugins
        .all('classifiers')
        .map((one) => [key(context.topic.name, one.name), guardClassifier(one, context)] as const),
    ),
  );
  const linkers = new Map(plugins.all('linkers').map((one) => [one.name, guardLinker(one)]));
  return async (question) => {
    const { kind, name } = question;
    const answer =
      kind === 'classifiers'
        ? classifiers.get(key(question.topic, name))?.judge(question.given)
        : linkers.get(name)?.link(question.given);
    if (answer === undefined) throw new Error(`there is no part '${name}' in the main thread`);
    return answer;
  };
}
