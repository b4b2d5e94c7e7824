/** A time as archives write it: 14 digits from the first instant to the last one, both included. */
export interface Period {
  readonly first: string;
  readonly last: string;
}

/** Which captures of a page may be taken, and near which time they should be. */
export interface TimeWish {
  readonly from?: string;
  readonly to?: string;
  /** Undefined: the latest. */
  readonly at?: Period;
}

/** A year, month, day or instant, as settings write it, as the period that it stands for: `2026-10`. */
export function periodOf(time: string): Period {
  const digits = time.replace(/\D/g, '');
  const [year, month] = [Number(digits.slice(0, 4)), Number(digits.slice(4, 6) || '12')];
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const last = `${String(year).padStart(4, '0')}${String(month).padStart(2, '0')}${lastDay}235959`;
  return {
    first: `${digits}${'00000101000000'.slice(digits.length)}`,
    last: `${digits}${last.slice(digits.length)}`,
  };
}

/** The settings of time as a wish. */
export function timeWish({
  at,
  from,
  to,
}: {
  readonly at?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}): TimeWish {
  return {
    ...(at === undefined ? {} : { at: periodOf(at) }),
    ...(from === undefined ? {} : { from: periodOf(from).first }),
    ...(to === undefined ? {} : { to: periodOf(to).last }),
  };
}

/** A timestamp of 14 digits in milliseconds since the epoch; NaN for what is none. */
export function instantOf(timestamp: string): number {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(timestamp) ?? [];
  return Date.parse(
    `${year ?? ''}-${month ?? ''}-${day ?? ''}T${hour ?? ''}:${minute ?? ''}:${second ?? ''}Z`,
  );
}

/** Milliseconds between a timestamp and a period; 0 within it. */
export function distanceTo(timestamp: string, { first, last }: Period): number {
  if (timestamp >= first && timestamp <= last) return 0;
  return Math.abs(instantOf(timestamp) - instantOf(timestamp < first ? first : last));
}
