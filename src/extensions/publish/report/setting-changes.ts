import type { Action, SettingChange, TakenAction } from '../../../model/steering.js';

/**
 * Changes of people while a crawl ran, in the order in which it took them. Answers about pages, and pauses, change no
 * setting.
 * @param settings those that the crawl was begun with
 */
export function settingChanges(
  settings: Readonly<Record<string, unknown>>,
  actions: readonly TakenAction[],
): readonly SettingChange[] {
  const current = new Map(
    ['delay', 'concurrency', 'accept'].flatMap((name) =>
      ['number', 'string'].includes(typeof settings[name])
        ? [[name, String(settings[name] as number | string)] as const]
        : [],
    ),
  );
  return actions.flatMap(({ action, time, by, refused }) => {
    if (refused === true) return [];
    return changesOf(action).map(([name, value]) => {
      const before = SETTINGS.has(name) ? current.get(name) : undefined;
      current.set(name, value);
      // One of them counts: the last that was set.
      if (name === 'accept') current.delete('threshold');
      return { time, by, name, value, before };
    });
  });
}

/** Names of which the last value counts; all others add to each other. */
const SETTINGS: ReadonlySet<string> = new Set(['delay', 'concurrency', 'accept', 'threshold', 'model']);

function changesOf(action: TakenAction['action']): readonly (readonly [name: string, value: string])[] {
  switch (action.kind) {
    case 'pace':
      return paceChanges(action);
    case 'accept':
      return [['accept', action.accept]];
    case 'threshold':
      return [['threshold', String(action.score)]];
    case 'seed':
      return [['added seeds', action.urls.join(', ')]];
    case 'block':
    case 'unblock':
    case 'pin':
    case 'unpin':
      return [[action.kind, action.what]];
    case 'ignore':
    case 'unignore':
      return [[action.kind, action.term]];
    case 'boost':
      return [['boost', `${action.what} by ${action.by}`]];
    case 'model':
      return [['model', `${action.number}, trained with ${action.yes + action.no} answers`]];
    default:
      return [];
  }
}

function paceChanges({
  delay,
  concurrency,
}: Extract<Action, { kind: 'pace' }>): readonly (readonly [string, string])[] {
  return [
    ...(delay === undefined ? [] : [['delay', String(delay)] as const]),
    ...(concurrency === undefined ? [] : [['concurrency', String(concurrency)] as const]),
  ];
}
