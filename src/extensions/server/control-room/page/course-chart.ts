import type { CurvePoint, Flag, RemainingPages, State } from './api.js';
import { clockTime, duration, h, renew, s, shown } from './dom-elements.js';
import { axes, linear, linePath, PAD, sparkline, type Scale } from './charts.js';

/** The course of a crawl, renewed with each state. */
export interface CourseChart {
  readonly element: HTMLElement;
  readonly update: (state: State) => void;
}

/** Flags that are shown as one. */
interface Pennant {
  readonly kind: 'taught' | 'blocked' | 'boosted' | 'model' | 'other';
  readonly place: number;
  readonly texts: readonly string[];
}

const HEIGHT = 300;
/** Kinds of flags. */
const KINDS: Readonly<Record<string, Pennant['kind']>> = {
  rate: 'taught',
  ignore: 'taught',
  unignore: 'taught',
  threshold: 'taught',
  accept: 'taught',
  block: 'blocked',
  unblock: 'blocked',
  boost: 'boosted',
  pin: 'boosted',
  unpin: 'boosted',
  seed: 'boosted',
  model: 'model',
};
const NAMES = {
  taught: 'taught',
  blocked: 'blocked',
  boosted: 'boosted, first or seeds',
  model: 'new model',
};
/** Points of a sparkline. */
const SPARKS = 40;

/**
 * Accepted pages over requests or time, with the value under the pointer or, by the arrow keys, under the cursor, and flags
 * where people changed something; Page Up and Page Down go from flag to flag.
 */
export function courseChart(first: State): CourseChart {
  const picture = h('div');
  const readout = h('p', { class: 'readout', 'aria-hidden': 'true' });
  const plot = h(
    'div',
    { class: 'plot', tabindex: 0, role: 'slider', 'aria-label': 'accepted pages' },
    picture,
  );
  let [state, over, cursor]: [State, 'requests' | 'time', number | undefined] = [
    first,
    'requests',
    undefined,
  ];

  const draw = (): void => {
    const width = Math.max(320, Math.round(plot.clientWidth || 640));
    const drawn = drawCourse(state, over, width, cursor);
    renew(picture, drawn);
    const at = cursor ?? state.curve.length - 1;
    const text = valueText(state, at);
    readout.textContent = text;
    plot.setAttribute('aria-valuemin', '0');
    plot.setAttribute('aria-valuemax', String(Math.max(0, state.curve.length - 1)));
    plot.setAttribute('aria-valuenow', String(Math.max(0, at)));
    plot.setAttribute('aria-valuetext', text);
  };
  const move = (to: number | undefined): void => {
    cursor = to === undefined ? undefined : Math.min(state.curve.length - 1, Math.max(0, to));
    draw();
  };
  plot.addEventListener('pointermove', ({ clientX }) => {
    const box = plot.getBoundingClientRect();
    const x = scaleOf(state, over, box.width);
    move(nearest(state.curve, clientX - box.left, (point) => x(across(point, state, over))));
  });
  plot.addEventListener('pointerleave', () => move(undefined));
  plot.addEventListener('keydown', (event) => {
    const to = steps(event.key, cursor ?? state.curve.length - 1, state);
    if (to === undefined) return;
    event.preventDefault();
    move(to);
  });
  new ResizeObserver(() => draw()).observe(plot);
  return {
    element: h(
      'div',
      { class: 'course' },
      scaleSwitch((value) => {
        over = value;
        draw();
      }),
      plot,
      readout,
      legend(),
    ),
    update(found) {
      state = found;
      draw();
    },
  };
}

/** Over requests or over time. */
function scaleSwitch(choose: (value: 'requests' | 'time') => void): HTMLElement {
  const choice = (value: 'requests' | 'time', checked: boolean): HTMLElement =>
    h(
      'label',
      {},
      h('input', { type: 'radio', name: 'over', checked, change: () => choose(value) }),
      `over ${value}`,
    );
  return h(
    'fieldset',
    { class: 'switch' },
    h('legend', { class: 'hidden' }, 'Accepted pages over'),
    choice('requests', true),
    choice('time', false),
  );
}

function legend(): HTMLElement {
  const key = (kind: string, text: string): HTMLElement =>
    h(
      'li',
      {},
      s(
        'svg',
        { viewBox: '0 0 10 10', class: `key ${kind}`, 'aria-hidden': 'true' },
        s('circle', { cx: 5, cy: 5, r: 4 }),
      ),
      text,
    );
  return h(
    'ul',
    { class: 'legend' },
    Object.entries(NAMES).map(([kind, text]) => key(kind, text)),
    h('li', { class: 'quiet' }, 'dashed: every request brings an accepted page'),
  );
}

/** Step to which an arrow key, Home, End or a key for flags leads. */
function steps(key: string, at: number, state: State): number | undefined {
  const flags = pennants(state).map(({ place }) => place);
  const leads: Readonly<Record<string, number | undefined>> = {
    ArrowLeft: at - 1,
    ArrowRight: at + 1,
    ArrowDown: at - 1,
    ArrowUp: at + 1,
    Home: 0,
    End: state.curve.length - 1,
    PageUp: flags.find((place) => place > at),
    PageDown: [...flags].reverse().find((place) => place < at),
  };
  return leads[key];
}

function across([requests, , time]: CurvePoint, { curve }: State, over: 'requests' | 'time'): number {
  return over === 'requests' ? requests : (time - (curve[0]?.[2] ?? time)) / 1000;
}

function scaleOf(state: State, over: 'requests' | 'time', width: number): Scale {
  return linear(0, mostOf(state, over), PAD.left, width - PAD.right);
}

function mostOf(state: State, over: 'requests' | 'time'): number {
  const last = state.curve.at(-1);
  return last === undefined ? 1 : Math.max(1, across(last, state, over));
}

function nearest(curve: readonly CurvePoint[], x: number, at: (point: CurvePoint) => number): number {
  let best = 0;
  for (const [place, point] of curve.entries()) {
    const before = curve[best];
    if (before === undefined || Math.abs(at(point) - x) < Math.abs(at(before) - x)) best = place;
  }
  return best;
}

function valueText(state: State, at: number): string {
  const point = state.curve[at];
  if (point === undefined) return 'no request so far';
  const [requests, accepted, time] = point;
  const share = requests === 0 ? '' : ` (${shown((100 * accepted) / requests, 1)} %)`;
  const when = state.status.simulatedTime
    ? `${duration(across(point, state, 'time'))} of simulated time`
    : clockTime(new Date(time).toISOString());
  const flags = pennants(state).filter(({ place }) => place === at);
  const said = flags.flatMap(({ texts }) => texts.slice(0, 2)).join('; ');
  const text = `${shown(accepted)} accepted after ${shown(requests)} requests${share}, ${when}`;
  return said === '' ? text : `${text}. ${said}`;
}

/** Flags at points of the curve; those of one kind at one point are one. */
function pennants({ flags, curve }: State): readonly Pennant[] {
  const found = new Map<string, { kind: Pennant['kind']; place: number; texts: string[] }>();
  for (const flag of flags) {
    const kind = KINDS[flag.kind] ?? 'other';
    if (kind === 'other') continue;
    const time = Date.parse(flag.time);
    const after = curve.findIndex((point) => point[2] > time);
    const place = after < 0 ? curve.length - 1 : Math.max(0, after - 1);
    const key = `${kind} ${place}`;
    const one = found.get(key) ?? { kind, place, texts: [] };
    one.texts.push(flagText(flag));
    found.set(key, one);
  }
  return [...found.values()].sort((a, b) => a.place - b.place);
}

function flagText({ by, effect, kind }: Flag): string {
  return kind === 'model' ? effect : `${by}: ${effect}`;
}

function drawCourse(
  state: State,
  over: 'requests' | 'time',
  width: number,
  cursor: number | undefined,
): SVGElement {
  const { curve } = state;
  const { remaining } = state.status.counts;
  const estimate = remaining?.notKnown === undefined ? remaining : undefined;
  const reached = Math.max(1, ...curve.map(([, accepted]) => accepted));
  const all = estimate === undefined ? 0 : estimate.found + estimate.left;
  // The estimate may be far above: then it is cut off.
  const top = Math.max(reached, Math.min(1.1 * all, 3 * reached));
  const most = mostOf(state, over);
  const [unit, name] = over === 'requests' ? [1, 'requests'] : unitOf(most);
  const x = scaleOf(state, over, width);
  const y = linear(0, top, HEIGHT - PAD.bottom, PAD.top);
  const points = curve.map((point): readonly [number, number] => [
    x(across(point, state, over)),
    y(point[1]),
  ]);
  const ground = HEIGHT - PAD.bottom;
  const [last, begin] = [points.at(-1), points[0]];
  return s(
    'svg',
    { viewBox: `0 0 ${width} ${HEIGHT}`, class: 'chart', role: 'presentation' },
    axes({ x, y, width, height: HEIGHT, most: [most, top], names: [name, 'accepted pages'], unit }),
    estimate && band(estimate, (value) => y(Math.min(value, top)), width),
    over === 'requests' ? ideal(curve, x, y, top) : undefined,
    last && begin
      ? s('path', {
          class: 'area',
          d: `${linePath(points)}L${last[0].toFixed(1)} ${ground}L${begin[0].toFixed(1)} ${ground}Z`,
        })
      : undefined,
    s('path', { class: 'line', d: linePath(points) }),
    pennants(state).map(({ kind, place }) => pennant(kind, points[place], ground)),
    cursorMark(cursor === undefined ? undefined : points[cursor], ground),
  );
}

function unitOf(seconds: number): readonly [number, string] {
  if (seconds < 120) return [1, 'seconds'];
  return seconds < 7200 ? [60, 'minutes'] : [3600, 'hours'];
}

function ideal(curve: readonly CurvePoint[], x: Scale, y: Scale, top: number): SVGElement {
  const end = Math.min(top, curve.at(-1)?.[0] ?? 0);
  return s('path', {
    class: 'ideal',
    d: linePath([
      [x(0), y(0)],
      [x(end), y(end)],
    ]),
  });
}

function band(
  { found, left, low, high }: RemainingPages & { notKnown?: undefined },
  y: Scale,
  width: number,
): SVGElement[] {
  const [begin, end] = [PAD.left, width - PAD.right];
  const middle = y(found + left);
  return [
    s('rect', {
      class: 'estimate-band',
      x: begin,
      y: y(found + high),
      width: end - begin,
      height: y(found + low) - y(found + high),
    }),
    s('line', { class: 'estimate', x1: begin, x2: end, y1: middle, y2: middle }),
    s('text', { x: begin + 6, y: middle - 5 }, `about ${shown(found + left)} to be found, estimated`),
  ];
}

function pennant(kind: Pennant['kind'], point: readonly [number, number] | undefined, ground: number) {
  if (point === undefined) return undefined;
  const [x] = point;
  return s(
    'g',
    { class: `pennant ${kind}` },
    s('line', { x1: x, x2: x, y1: PAD.top - 4, y2: ground }),
    s('circle', { cx: x, cy: PAD.top - 4, r: 4.5 }),
  );
}

function cursorMark(point: readonly [number, number] | undefined, ground: number): SVGElement | undefined {
  if (point === undefined) return undefined;
  const [x, y] = point;
  return s(
    'g',
    { class: 'cursor' },
    s('line', { x1: x, x2: x, y1: PAD.top, y2: ground }),
    s('circle', { cx: x, cy: y, r: 5 }),
  );
}

/** The harvest over the course: the share of accepted pages among the requests of each part of it. */
export function harvestSpark(curve: readonly CurvePoint[]): SVGElement {
  const step = Math.max(1, Math.floor(curve.length / SPARKS));
  const shares: number[] = [];
  for (let at = step; at < curve.length; at += step) {
    const [[r0 = 0, a0 = 0] = [], [r1 = 0, a1 = 0] = []] = [curve[at - step], curve[at]];
    if (r1 > r0) shares.push(Math.max(0, (a1 - a0) / (r1 - r0)));
  }
  return sparkline(shares.map((share, at) => [at, share]));
}
