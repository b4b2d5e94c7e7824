import type { TextInSpace } from '../topic/word-space.js';

/** The largest of the numbers of a direction, as a byte. */
const LARGEST = 127;

/**
 * Direction of a text in the word space, the whole and its beginning alike, in Base64 with a byte per number; undefined where the
 * space has none of its words.
 */
export function directionText(dimensions: number, views: readonly TextInSpace[]): string | undefined {
  const sum = new Float64Array(dimensions);
  for (const { vector } of views)
    for (const [index, place] of vector.places.entries())
      sum[place] = (sum[place] ?? 0) + (vector.values[index] ?? 0);
  const largest = sum.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  if (largest === 0) return undefined;
  return Buffer.from(Int8Array.from(sum, (value) => Math.round((LARGEST * value) / largest)).buffer).toString(
    'base64',
  );
}

/** The direction that a text stands for, of length 1. */
export function readDirection(text: string): Float32Array {
  const bytes = Buffer.from(text, 'base64');
  const direction = Float32Array.from(new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length));
  const length = Math.sqrt(direction.reduce((sum, value) => sum + value * value, 0));
  return direction.map((value) => value / length);
}
