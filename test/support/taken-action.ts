import type { TakenAction } from '../../src/model/steering.js';

/** An action as a crawl took it; what a test does not give is made up. */
export function takenAction(action: TakenAction['action'], rest: Partial<TakenAction> = {}): TakenAction {
  const { by = 'ada', time = '2024-01-01T00:00:10.000Z' } = rest;
  return { id: JSON.stringify([action, by, time]), by, time, after: 3, effect: 'done', action, ...rest };
}

/** Actions as the lines of a file. */
export function actionLines(actions: readonly TakenAction[]): string {
  return actions.map((action) => `${JSON.stringify(action)}\n`).join('');
}
