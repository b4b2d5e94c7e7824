import { guardClassifier, guardLinker } from './guarded-parts.js';
import { loadPlugins } from './load.js';
import { standIn, type ClassifierContext } from './plugin.js';
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

/** The kinds of parts that threads use and that may be objects of the main thread. */
type ObjectKind = 'classifiers' | 'linkers';

/** A call of a method of a part that the main thread has as an object. */
export interface PartQuestion {
  readonly kind: ObjectKind;
  readonly name: string;
  /** Name of the topic that a classifier was made for. */
  readonly topic?: string;
  readonly method: string;
  readonly given: readonly unknown[];
}

/** Calls such a part. */
export type AskPart = (question: PartQuestion) => unknown;

/** What a thread has to know of the plugins of the main thread. */
export function pluginsForThread(plugins: Plugins): PluginsOfThread {
  const objects = (kind: ObjectKind): readonly string[] =>
    plugins.all(kind).flatMap(({ name, module }) => (module === undefined ? [name] : []));
  return { modules: plugins.modules, classifiers: objects('classifiers'), linkers: objects('linkers') };
}

/** The plugins of the main thread, in another thread. @throws InputError as {@link loadPlugins} */
export function openPluginsInThread(
  { modules, classifiers, linkers }: PluginsOfThread,
  ask: (question: PartQuestion) => Promise<unknown>,
): Promise<Plugins> {
  const named = <Part>(
    names: readonly string[],
    make: (name: string) => Part,
  ): Readonly<Record<string, Part>> => Object.fromEntries(names.map((name) => [name, make(name)]));
  return loadPlugins(modules, {
    classifiers: named(
      classifiers,
      (name) =>
        ({ topic }: ClassifierContext) =>
          standIn('classifiers', (method, given) =>
            ask({ kind: 'classifiers', name, topic: topic.name, method, given }),
          ),
    ),
    linkers: named(linkers, (name) =>
      standIn('linkers', (method, given) => ask({ kind: 'linkers', name, method, given })),
    ),
  });
}

/**
 * Answers the questions of threads.
 * @param contexts what a classifier is made from, of each topic; needed for calls to one
 */
export function answerForThreads(
  plugins: Plugins,
  contexts: readonly ClassifierContext[] = [],
): (question: PartQuestion) => Promise<unknown> {
  const key = (topic: string | undefined, name: string): string => `${topic}\t${name}`;
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
  return async ({ kind, name, topic, method, given }) => {
    const part = kind === 'classifiers' ? classifiers.get(key(topic, name)) : linkers.get(name);
    if (part === undefined) throw new Error(`there is no part '${name}' in the main thread`);
    const methods = part as unknown as Readonly<
      Record<string, ((...given: readonly unknown[]) => unknown) | undefined>
    >;
    return await methods[method]?.(...given);
  };
}
