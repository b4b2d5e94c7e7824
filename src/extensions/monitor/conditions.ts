import { UsageError } from '../../model/errors.js';
import type { ChangeKind } from './page-outcome.js';

/** When a round matters: as many pages are new, changed or gone. */
export interface MatterCondition {
  readonly kind: ChangeKind;
  readonly operator: '>=' | '>' | '=' | '<=' | '<';
  readonly value: number;
}

const FORM = /^\s*(new|changed|gone)\s*(>=|>|=|<=|<)\s*(\d{1,9})\s*$/;

/** Reads a condition such as `new >= 5`. @throws UsageError */
export function readMatter(text: string): MatterCondition {
  const [, kind, operator, value] = FORM.exec(text) ?? [];
  if (kind === undefined || operator === undefined)
    throw new UsageError(`'${text}' is not a condition`, {
      hint: 'write new, changed or gone, then >=, >, =, <= or <, then a number, such as new >= 5',
    });
  return {
    kind: kind as ChangeKind,
    operator: operator as MatterCondition['operator'],
    value: Number(value),
  };
}

/** Whether a condition is met by the numbers of a round. */
export function isMet(
  { kind, operator, value }: MatterCondition,
  counts: Readonly<Record<ChangeKind, number>>,
): boolean {
  const count = counts[kind];
  switch (operator) {
    case '>=':
      return count >= value;
    case '>':
      return count > value;
    case '=':
      return count === value;
    case '<=':
      return count <= value;
    case '<':
      return count < value;
  }
}
