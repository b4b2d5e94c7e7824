import type { OpenName } from '../../model/open-name.js';
import type { Fields, Values } from '../../support/settings/field.js';
import { checkSettings } from './resolve.js';
import type { LinkPriority } from '../../model/crawl-event.js';
import { UsageError } from '../../model/errors.js';
import type { StrategyName } from '../../judging/plugins/built-in-strategies.js';
import type { ClassifierName } from '../../judging/classifiers/classifier-table.js';
import { loadPlugins, PART_KINDS, requireAgain, type Plugins } from '../../judging/plugins/registry.js';
import type {
  DocumentReader,
  UserClassifier,
  UserLinker,
  PartKind,
  Sink,
} from '../../judging/plugins/plugin.js';

/** User-defined parts as objects, which work in the main thread. Those of plugin modules work in threads as well. */
interface UserParts {
  /**
   * Classifier: a built-in one, one that a plugin registers, or one of your own.
   * @default 'ensemble'
   * @example classifier: { name: 'long', judge: ({ page }) => ({ accepted: page.text.length > 1000, score: page.text.length }) }
   */
  readonly classifier?: OpenName<ClassifierName> | (UserClassifier & { readonly name: string }) | undefined;
  /**
   * The order in which links are followed: a built-in strategy, one that a plugin registers, or one of your own.
   * @default 'learning'
   * @example strategy: { name: 'shortest', prioritise: ({ link }) => ({ value: -link.url.length, reason: 'short' }) }
   */
  readonly strategy?: OpenName<StrategyName> | LinkPriority;
  /** Linkers of your own. A topic that was built with one needs it again wherever texts are read for it. */
  readonly linkers?: readonly (UserLinker & { readonly name: string })[] | undefined;
  /** Readers of your own for files of a corpus. */
  readonly readers?: readonly DocumentReader[];
  /**
   * Sinks of your own, which get each event when it is saved.
   * @example sinks: [{ write: ({ url }) => console.log(url) }]
   */
  readonly sinks?: readonly Sink[];
}

export type CrawlParts = Omit<UserParts, 'readers'>;

/** Options with user-defined parts in place of mere names. */
export type WithParts<Options, Keys extends keyof UserParts> = Omit<Options, Keys> & Pick<UserParts, Keys>;

/** Settings with the user-defined parts that they name. */
type Resolved<F extends Fields> = { readonly settings: Values<F>; readonly plugins: Plugins };

/** The options with parts that are not settings. Only parts without a name are numbered: readers and sinks. */
const PART_OPTIONS = ['linkers', 'readers', 'sinks'] as const;
/** The kinds of the parts that settings name. */
const CHOSEN = { classifier: 'classifiers', strategy: 'strategies' } as const;

/** Checks the settings of an API function, and registers the user-defined parts in its options. @throws UsageError, InputError */
export async function resolveOptions<F extends Fields>(fields: F, options: object): Promise<Resolved<F>> {
  const { settings, chosen, objects } = takeParts(options);
  const linkers = Object.keys(objects['linkers'] ?? {});
  const names = [...Object.values(chosen), ...linkers];
  const isLinked = linkers.length > 0 && settings['linker'] === undefined && 'linker' in fields;
  const linker = isLinked ? { linker: [...linkers, 'gazetteer', 'wordnet'] } : {};
  const all = { ...settings, ...chosen, ...linker };
  const checked = checkSettings(fields, all, { names, options: PART_OPTIONS });
  return { settings: checked, plugins: await loadPlugins(modulesOf(checked), objects) };
}

/**
 * Resolves the settings that something (`made`: `the crawl in out`) is continued with.
 * @param modules plugins that are given now; without any, those of before are loaded
 * @throws InputError where a part of before is not given again; UsageError for another classifier or strategy
 */
export async function resolveAgain<F extends Fields>(
  fields: F,
  settings: Readonly<Record<string, unknown>>,
  made: string,
  { chosen, objects }: Pick<ReturnType<typeof takeParts>, 'chosen' | 'objects'>,
  modules: readonly string[],
): Promise<Resolved<F>> {
  const plugin = modules.length > 0 ? modules : modulesOf(settings);
  const plugins = await loadPlugins(plugin, objects);
  for (const option of ['classifier', 'strategy'] as const) {
    const before = settings[option] as string | undefined;
    requireAgain(CHOSEN[option], before, plugins, made);
    const now = chosen[option];
    if (now !== undefined && now !== before)
      throw new UsageError(`${made} was begun with the ${option} '${before ?? 'default'}', not '${now}'`);
  }
  const names = [...plugins.all('classifiers'), ...plugins.all('strategies')].map(({ name }) => name);
  // Else the error would blame what is given now.
  const nameOf = (name: string): string => `${made}: ${name}`;
  return { settings: checkSettings(fields, { ...settings, plugin }, { names, nameOf }), plugins };
}

function modulesOf(settings: Readonly<Record<string, unknown>>): readonly string[] {
  return (settings['plugin'] ?? []) as readonly string[];
}

/** Moves the user-defined parts of options into a plugin, by their names. @throws UsageError for an object that is not a part */
export function takeParts(options: object) {
  const { linkers = [], readers = [], sinks = [], ...others } = options as UserParts;
  const settings: Record<string, unknown> = { ...others };
  const objects: Record<string, Record<string, unknown>> = {};
  const chosen: { classifier?: string; strategy?: string } = {};
  for (const option of ['classifier', 'strategy'] as const) {
    const part = others[option];
    if (!isObject(part)) continue;
    chosen[option] = takeObject(objects, CHOSEN[option], part, option);
    settings[option] = undefined;
  }
  for (const [kind, parts] of Object.entries({ linkers, readers, sinks } as Record<PartKind, unknown>)) {
    if (!Array.isArray(parts) || !parts.every(isObject))
      throw new UsageError(`${kind} must be an array of objects`);
    for (const part of parts) takeObject(objects, kind as PartKind, part, kind);
  }
  return { settings, chosen, objects };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Only what can be named again, when a crawl is resumed, needs a name. @returns the name under which the part is put */
function takeObject(
  objects: Record<string, Record<string, unknown>>,
  kind: PartKind,
  part: object,
  option: string,
): string {
  const { one, method } = PART_KINDS[kind];
  const named = (objects[kind] ??= {});
  const { name: own } = part as { readonly name?: unknown };
  const numbered = kind === 'readers' || kind === 'sinks' ? `${one} ${Object.keys(named).length + 1}` : '';
  const name = typeof own === 'string' && own !== '' ? own : numbered;
  if (name === '')
    throw new UsageError(`${option}: a ${one} given as an object must have name and ${method}()`, {
      hint: 'or name a module with parts: { plugin: [FILE] }',
    });
  if (name in named) throw new UsageError(`${option}: two parts have the name '${name}'`);
  named[name] = part;
  return name;
}
