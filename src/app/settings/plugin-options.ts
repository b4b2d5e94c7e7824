import type { OpenName } from '../../model/open-name.js';
import type { Fields, Values } from '../../support/settings/field.js';
import { checkSettings } from './resolve.js';
import type { LinkPriority } from '../../model/crawl-event.js';
import { UsageError } from '../../model/errors.js';
import type { StrategyName } from '../../judging/plugins/built-in-strategies.js';
import type { ClassifierName } from '../../judging/classifiers/classifier-table.js';
import { loadPlugins, PART_KINDS, requireAgain, type Plugins } from '../../judging/plugins/registry.js';
import {
  type DocumentReader,
  type OwnClassifier,
  type OwnLinker,
  type PartKind,
  type Sink,
} from '../../judging/plugins/plugin.js';

/** User-defined parts as objects, which work in the main thread. Those of plugin modules work in threads as well. */
interface OwnParts {
  /**
   * Classifier: a built-in one, one that a plugin registers, or one of your own.
   * @default 'ensemble'
   * @example classifier: { name: 'long', judge: ({ page }) => ({ accepted: page.text.length > 1000, score: page.text.length }) }
   */
  readonly classifier?: OpenName<ClassifierName> | (OwnClassifier & { readonly name: string }) | undefined;
  /**
   * The order in which links are followed: a built-in strategy, one that a plugin registers, or one of your own.
   * @default 'learning'
   * @example strategy: { name: 'shortest', prioritise: ({ link }) => ({ value: -link.url.length, reason: 'short' }) }
   */
  readonly strategy?: OpenName<StrategyName> | LinkPriority;
  /** Linkers of your own. A topic that was built with one needs it again wherever texts are read for it. */
  readonly linkers?: readonly (OwnLinker & { readonly name: string })[] | undefined;
  /** Readers of your own for files of a corpus. */
  readonly readers?: readonly DocumentReader[];
  /**
   * Sinks of your own, which get each event when it is saved.
   * @example sinks: [{ write: ({ url }) => console.log(url) }]
   */
  readonly sinks?: readonly Sink[];
}

export type CrawlParts = Omit<OwnParts, 'readers'>;

/** Options with user-defined parts in place of mere names. */
export type WithParts<Options, Keys extends keyof OwnParts> = Omit<Options, Keys> & Pick<OwnParts, Keys>;

/** The options of {@link OwnParts} that are not settings. */
const PART_OPTIONS = ['linkers', 'readers', 'sinks'];

/**
 * Resolves the options of an API function: checks its settings, and registers the user-defined parts in it.
 * @throws UsageError, InputError as `checkSettings` and `loadPlugins`
 */
export async function resolveOptions<F extends Fields>(
  fields: F,
  options: object,
): Promise<{ readonly settings: Values<F>; readonly plugins: Plugins }> {
  const { settings, chosen, linkers, objects } = takeParts(options);
  const names = [...Object.values(chosen), ...linkers];
  const linker =
    linkers.length === 0 || settings['linker'] !== undefined || !('linker' in fields)
      ? {}
      : { linker: [...linkers, 'gazetteer', 'wordnet'] };
  const checked = checkSettings(
    fields,
    { ...settings, ...chosen, ...linker },
    { names, options: PART_OPTIONS },
  );
  return { settings: checked, plugins: await loadPlugins(modulesOf(checked), objects) };
}

/**
 * Resolves the settings that something to be continued was made with.
 * @param made what it is: `the crawl in out`
 * @param modules plugins that are given now; without any, those of before are loaded
 * @throws InputError where a part of before is not given again; UsageError for another classifier or strategy
 */
export async function resolveAgain<F extends Fields>(
  fields: F,
  settings: Readonly<Record<string, unknown>>,
  made: string,
  { chosen, objects }: Pick<ReturnType<typeof takeParts>, 'chosen' | 'objects'>,
  modules: readonly string[],
): Promise<{ readonly settings: Values<F>; readonly plugins: Plugins }> {
  const plugin = modules.length > 0 ? modules : modulesOf(settings);
  const plugins = await loadPlugins(plugin, objects);
  const kinds = { classifier: 'classifiers', strategy: 'strategies' } as const;
  for (const option of ['classifier', 'strategy'] as const) {
    const kind = kinds[option];
    const before = settings[option] as string | undefined;
    requireAgain(kind, before, plugins, made);
    const now = chosen[option];
    if (now !== undefined && now !== before)
      throw new UsageError(`${made} was begun with the ${option} '${before ?? 'default'}', not '${now}'`);
  }
  const names = [...plugins.all('classifiers'), ...plugins.all('strategies')].map(({ name }) => name);
  return { settings: checkSettings(fields, { ...settings, plugin }, { names }), plugins };
}

function modulesOf(settings: Readonly<Record<string, unknown>>): readonly string[] {
  return (settings['plugin'] ?? []) as readonly string[];
}

/**
 * Takes the user-defined parts out of options: they stand in a plugin, under names.
 * @throws UsageError for an object that is not a part
 */
export function takeParts(options: object) {
  const { classifier, strategy, linkers = [], readers = [], sinks = [], ...others } = options as OwnParts;
  const objects: Record<string, Record<string, unknown>> = {};
  /** @returns the part's name */
  const take = (kind: PartKind, part: object, option: string): string =>
    takeObject((objects[kind] ??= {}), kind, part, option);
  const takeAll = (kind: 'linkers' | 'readers' | 'sinks', given: unknown): string[] => {
    if (!Array.isArray(given) || !given.every(isObject))
      throw new UsageError(`${kind} must be an array of objects`);
    return given.map((one) => take(kind, one, kind));
  };
  const settings: Record<string, unknown> = { ...others };
  const chosen: { classifier?: string; strategy?: string } = {};
  if (isObject(classifier)) chosen.classifier = take('classifiers', classifier, 'classifier');
  else if (classifier !== undefined) settings['classifier'] = classifier;
  if (isObject(strategy)) chosen.strategy = take('strategies', strategy, 'strategy');
  else if (strategy !== undefined) settings['strategy'] = strategy;
  const names = takeAll('linkers', linkers);
  takeAll('readers', readers);
  takeAll('sinks', sinks);
  return { settings, chosen, linkers: names, objects };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Only the name of what can be named again, when a crawl is resumed, has to be given. */
function isUsedUnnamed(kind: PartKind): boolean {
  return kind === 'readers' || kind === 'sinks';
}

/** @returns the name of the part, under which it is put among those of its kind */
function takeObject(named: Record<string, unknown>, kind: PartKind, part: object, option: string): string {
  const { one, method } = PART_KINDS[kind];
  const { name: own } = part as { readonly name?: unknown };
  const numbered = isUsedUnnamed(kind) ? `${one} ${Object.keys(named).length + 1}` : undefined;
  const name = typeof own === 'string' && own !== '' ? own : numbered;
  if (name === undefined)
    throw new UsageError(`${option}: a ${one} given as an object must have name and ${method}()`, {
      hint: 'or name a module with parts: { plugin: [FILE] }',
    });
  if (name in named) throw new UsageError(`${option}: two parts have the name '${name}'`);
  named[name] = part;
  return name;
}
