import { gunzipSync, gzipSync } from 'node:zlib';
import type { Random } from '../../src/support/random.js';

/** A way to damage a file. */
export type Damage = 'empty' | 'cut' | 'garbled' | 'wrong-value' | 'missing-field';
export const DAMAGES: readonly Damage[] = ['empty', 'cut', 'garbled', 'wrong-value', 'missing-field'];

const WRONG = [0, -1, 1e300, null, [], {}, true, 'no such thing', ''];

/** The bytes of a file with a damage; of JSON and JSON Lines one value at any depth is changed, packed files are packed again. */
export function damaged(name: string, bytes: Buffer, damage: Damage, random: Random): Buffer {
  const pick = (most: number): number => Math.floor(random() * most);
  if (damage === 'empty') return Buffer.alloc(0);
  if (damage === 'cut') return bytes.subarray(0, pick(bytes.length));
  if (damage === 'wrong-value' || damage === 'missing-field') {
    const text = (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
    const changed = Buffer.from(withDamagedValue(name, text, damage, pick));
    return name.endsWith('.gz') ? gzipSync(changed) : changed;
  }
  const garbled = Buffer.from(bytes);
  const place = pick(bytes.length);
  garbled[place] = (garbled[place] ?? 0) ^ (1 + pick(255));
  return garbled;
}

/** A text with one value of its JSON changed or left out. */
export function withDamagedValue(
  name: string,
  text: string,
  damage: Damage,
  pick: (most: number) => number,
): string {
  const isOne = /\.json$/.test(name);
  const parts = isOne ? [text] : text.split('\n');
  const at = pick(Math.max(1, parts.length - 1));
  let value: unknown;
  try {
    value = JSON.parse(parts[at] ?? '');
  } catch {
    // Not JSON: a part is left out.
    return parts.filter((_, place) => place !== at).join('\n');
  }
  let holder = value;
  for (;;) {
    const names = Object.keys(Object(holder) as object);
    if (names.length === 0) break;
    const key = names[pick(names.length)] ?? '';
    const inner = (holder as Record<string, unknown>)[key];
    if (typeof inner === 'object' && inner !== null && pick(3) > 0 && Object.keys(inner).length > 0) {
      holder = inner;
      continue;
    }
    if (damage === 'missing-field' && !Array.isArray(holder)) Reflect.deleteProperty(holder as object, key);
    else (holder as Record<string, unknown>)[key] = WRONG[pick(WRONG.length)];
    break;
  }
  parts[at] = JSON.stringify(value);
  return parts.join('\n');
}
