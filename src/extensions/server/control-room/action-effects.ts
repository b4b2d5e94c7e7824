import type { TakenAction } from '../../../model/steering.js';
import type { ChangedVerdict } from './crawl-view.js';

/** Changes of the verdicts on other pages after an action, until the next one. JSON. */
export interface ActionEffect {
  /** Pages that were accepted, and rejected, because of it. */
  readonly accepted: number;
  readonly rejected: number;
  /** The scores from which pages were accepted before and after. */
  readonly from?: number;
  readonly to?: number;
}

/** Actions after which pages are judged again. */
const JUDGING: ReadonlySet<string> = new Set(['rate', 'accept', 'threshold', 'ignore', 'unignore', 'model']);

/** The changed verdicts that follow an action and come before the next one that has pages judged again. */
export function changesAfter(
  { id }: Pick<TakenAction, 'id'>,
  actions: readonly TakenAction[],
  changes: readonly ChangedVerdict[],
): readonly ChangedVerdict[] {
  const judging = actions.filter(({ action, refused }) => JUDGING.has(action.kind) && refused !== true);
  const place = judging.findIndex((one) => one.id === id);
  const after = judging[place]?.after;
  if (after === undefined) return [];
  // Of answers that were taken together, the last one stands for all.
  const until = judging[place + 1]?.after ?? Infinity;
  const found = changes.filter(
    ({ sequence, isPersons }) => sequence > after && sequence <= until && !isPersons,
  );
  return [...new Map(found.map((change) => [change.place, change])).values()];
}

/** Effect of an action; undefined if it changed no verdict. */
export function effectOf(changes: readonly ChangedVerdict[]): ActionEffect | undefined {
  const [first, last] = [changes[0], changes.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const { thresholdBefore: from, threshold: to } = { ...first, threshold: last.threshold };
  const accepted = changes.filter((change) => change.accepted).length;
  return {
    accepted,
    rejected: changes.length - accepted,
    ...(from !== null && to !== null ? { from, to } : {}),
  };
}
