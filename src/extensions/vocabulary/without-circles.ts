import type { Links } from './vocabulary.js';

/** Circles that are reported; further ones are broken up all the same. */
const MOST_REPORTED = 20;

/**
 * The broader concepts without those that lead back: each circle is broken up at the statement by which a walk from its first
 * concept comes back to a concept on its way.
 */
export function withoutCircles(
  broader: Links,
  iris: readonly string[],
  fault: (message: string) => void,
): Links {
  const kept: (readonly number[])[] = [...broader];
  /** 0: not seen; 1: on the way; 2: leads to no circle. */
  const state = new Uint8Array(broader.length);
  let circles = 0;
  for (let start = 0; start < kept.length; start += 1) {
    if (state[start] !== 0) continue;
    const way: { readonly concept: number; next: number }[] = [{ concept: start, next: 0 }];
    state[start] = 1;
    for (let step = way.at(-1); step !== undefined; step = way.at(-1)) {
      const list = kept[step.concept] ?? [];
      const above = list[step.next];
      if (above === undefined) {
        state[step.concept] = 2;
        way.pop();
      } else if (state[above] === 1) {
        kept[step.concept] = list.filter((_, place) => place !== step.next);
        circles += 1;
        if (circles <= MOST_REPORTED)
          fault(
            circleText(
              way.map(({ concept }) => concept),
              above,
              iris,
            ),
          );
      } else {
        step.next += 1;
        if (state[above] === 0) {
          state[above] = 1;
          way.push({ concept: above, next: 0 });
        }
      }
    }
  }
  if (circles > MOST_REPORTED) fault(`${circles - MOST_REPORTED} more circles of skos:broader`);
  return kept;
}

function circleText(way: readonly number[], back: number, iris: readonly string[]): string {
  const circle = [...way.slice(way.indexOf(back)), back].map((concept) => iris[concept] ?? '');
  const shown = circle.length > 6 ? [...circle.slice(0, 3), '…', ...circle.slice(-2)] : circle;
  return `skos:broader leads in a circle: ${shown.join(' → ')}; the last step is ignored`;
}
