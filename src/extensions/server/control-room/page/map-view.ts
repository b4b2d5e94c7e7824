import type { LivingMap, MapDot, State } from './api.js';
import { h, renew, s, shown } from './dom-elements.js';
import { distance, isInside, lengthOf, nearestTowards, type Spot } from './geometry.js';
import { followed, isSealed, type Room } from './page-parts.js';

/** Groups with a colour of their own. */
const COLOURS = 8;
/** Pixels around the dots, from a dot that counts as pointed at, and of dots. */
const [PAD, NEAR, RADIUS] = [22, 12, 4];
/** Milliseconds in which a dot appears. */
const APPEARS = 700;
/** Milliseconds between two pictures of dots that appear: twelve in a second look smooth, and sixty cost a core. */
const FRAME = 80;
/** Milliseconds for which a message stays. */
const READ_TIME = 10_000;
/** Pages that are rated at once. */
const MAX_ANSWERS = 30;

/** Content of the map. */
interface Shown {
  map: LivingMap;
  /** Time at which a page was on the map first, by its address; those of the first map have always been there. */
  readonly since: Map<string, number>;
  readonly chosen: Set<string>;
  lasso: Spot[];
  cursor: MapDot | undefined;
}

/** The pages of the crawl as dots, near each other where their words are the same. */
export interface MapPanel {
  readonly element: HTMLElement;
  readonly update: (state: State) => void;
}

/**
 * The living map: dots appear as pages come. A click, or Enter, opens the page; a line drawn around some, or the space bar,
 * chooses them, and two buttons say whether pages like these are wanted.
 */
export function mapPanel(room: Room): MapPanel {
  const canvas = h('canvas', {
    tabindex: 0,
    role: 'application',
    'aria-label': 'map of pages',
    'aria-describedby': 'map-help',
  });
  const place = h('div', { class: 'map-place' }, canvas);
  const [said, groups, buttons] = [
    h('p', { class: 'readout', role: 'status' }),
    h('ul', { class: 'legend' }),
    h('div', { class: 'buttons' }),
  ];
  const known: Shown = {
    map: { dots: [], groups: [], unread: 0 },
    since: new Map(),
    chosen: new Set(),
    lasso: [],
    cursor: undefined,
  };
  const draw = painter(canvas, known);
  let saidAt = -Infinity;
  const say = (text: string): void => {
    said.textContent = text;
    saidAt = performance.now();
  };
  const chooseAll = (dots: readonly MapDot[]): void => {
    known.chosen.clear();
    for (const { url } of dots) known.chosen.add(url);
    renewButtons(room, known, buttons, draw, say);
    say(dots.length === 0 ? '' : `${shown(dots.length)} ${dots.length === 1 ? 'page' : 'pages'} chosen`);
    draw();
  };
  listenToPointer(canvas, known, { draw, say, chooseAll });
  listenToKeys(canvas, known, { draw, say, chooseAll });
  const load = (): Promise<void> =>
    room.attempt(async () => {
      take(known, await room.api.get<LivingMap>('map'));
      renew(groups, groupKeys(known.map, chooseAll));
      canvas.setAttribute('aria-label', labelOf(known.map));
      const isRead = canvas.matches(':hover, :focus') || performance.now() - saidAt < READ_TIME;
      if (!isRead && known.chosen.size === 0) said.textContent = countText(known.map);
      draw();
      if (known.map.unread > 0) setTimeout(() => void load(), 300);
    });
  void load();
  new ResizeObserver(draw).observe(place);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
  const help =
    'Pages with the same words are near each other. Filled: accepted; hollow: near misses. ' +
    'Click a dot to open its page, or draw a line around some. By keyboard: arrows go from dot to dot, Enter opens, space chooses.';
  return {
    element: h(
      'div',
      { class: 'map-panel' },
      place,
      said,
      groups,
      buttons,
      h('p', { class: 'quiet', id: 'map-help' }, help),
    ),
    update: followed(load, room.state()),
  };
}

function labelOf({ dots, groups }: LivingMap): string {
  const labels = groups.map(({ label }) => label).filter((label) => label !== '');
  return `map of ${shown(dots.length)} pages in groups: ${labels.join('; ')}`;
}

function countText({ dots, unread }: LivingMap): string {
  if (dots.length === 0)
    return unread > 0 ? 'reading pages …' : 'There is a map from eight accepted pages on.';
  const accepted = dots.filter((dot) => dot.accepted).length;
  const rest = unread > 0 ? `; ${shown(unread)} are being read` : '';
  return `${shown(accepted)} accepted pages, ${shown(dots.length - accepted)} near misses${rest}`;
}

function take(known: Shown, map: LivingMap): void {
  const isFirst = known.since.size === 0;
  for (const { url } of map.dots)
    if (!known.since.has(url)) known.since.set(url, isFirst ? -Infinity : performance.now());
  known.map = map;
}

/** The groups with their colours: each is a button that chooses its pages. */
function groupKeys({ groups, dots }: LivingMap, chooseAll: (dots: readonly MapDot[]) => void): HTMLElement[] {
  return groups.map(({ label, size }, group) =>
    h(
      'li',
      {},
      h(
        'button',
        {
          type: 'button',
          class: 'plain',
          click: () => chooseAll(dots.filter((dot) => dot.group === group && dot.accepted)),
        },
        s(
          'svg',
          { viewBox: '0 0 10 10', class: `key group-${group % COLOURS}`, 'aria-hidden': 'true' },
          s('circle', { cx: 5, cy: 5, r: 4 }),
        ),
        `${label === '' ? 'others' : label} `,
        h('span', { class: 'quiet' }, shown(size)),
      ),
    ),
  );
}

/** Buttons for the chosen pages: answers about each. */
function renewButtons(
  room: Room,
  known: Shown,
  buttons: HTMLElement,
  draw: () => void,
  say: (text: string) => void,
): void {
  const chosen = [...known.chosen];
  if (chosen.length === 0 || isSealed(room.state())) {
    renew(buttons);
    return;
  }
  const some = chosen.slice(0, MAX_ANSWERS);
  const cut = some.length < chosen.length ? `, the first ${some.length}` : '';
  const answer = async (word: 'yes' | 'no'): Promise<void> => {
    renew(buttons);
    for (const [done, url] of some.entries()) {
      say(`answering ${done + 1} of ${some.length} …`);
      await room.act({ kind: 'rate', url, answer: word });
    }
    known.chosen.clear();
    say(
      `${some.length} pages are ${word === 'yes' ? '' : 'not '}about the topic, as you say; what that changed is in Teach`,
    );
    draw();
  };
  const button = (text: string, kind: string, word: 'yes' | 'no'): HTMLElement =>
    h('button', { type: 'button', class: kind, click: () => void answer(word) }, text);
  renew(
    buttons,
    button(`More like these (${shown(chosen.length)}${cut})`, 'yes', 'yes'),
    button(`Not these (${shown(chosen.length)}${cut})`, 'no', 'no'),
    h(
      'button',
      {
        type: 'button',
        click: () => {
          known.chosen.clear();
          renew(buttons);
          say(countText(known.map));
          draw();
        },
      },
      'None',
    ),
  );
}

interface Handlers {
  readonly draw: () => void;
  readonly say: (text: string) => void;
  readonly chooseAll: (dots: readonly MapDot[]) => void;
}

function spotOf({ x, y }: { readonly x: number; readonly y: number }, canvas: HTMLCanvasElement): Spot {
  const { clientWidth, clientHeight } = canvas;
  return [PAD + x * (clientWidth - 2 * PAD), PAD + y * (clientHeight - 2 * PAD)];
}

function listenToPointer(canvas: HTMLCanvasElement, known: Shown, { draw, say, chooseAll }: Handlers): void {
  let isDown = false;
  const at = ({ offsetX, offsetY }: PointerEvent): Spot => [offsetX, offsetY];
  canvas.addEventListener('pointerdown', (event) => {
    isDown = true;
    canvas.setPointerCapture(event.pointerId);
    known.lasso = [at(event)];
  });
  canvas.addEventListener('pointermove', (event) => {
    if (isDown) known.lasso.push(at(event));
    else {
      known.cursor = nearestDot(known.map.dots, at(event), canvas);
      canvas.classList.toggle('pointed', known.cursor !== undefined);
      if (known.cursor !== undefined) say(dotText(known.cursor));
    }
    draw();
  });
  canvas.addEventListener('pointerup', (event) => {
    isDown = false;
    const { lasso } = known;
    known.lasso = [];
    const dot = nearestDot(known.map.dots, at(event), canvas);
    if (lengthOf(lasso) > 3 * NEAR)
      chooseAll(known.map.dots.filter((one) => isInside(spotOf(one, canvas), lasso)));
    else if (dot === undefined) chooseAll([]);
    else location.hash = `page=${encodeURIComponent(dot.url)}`;
  });
}

function dotText({ title, url, accepted }: MapDot): string {
  return `${title === '' ? url : title} (${accepted ? 'accepted' : 'near miss'})`;
}

function nearestDot(dots: readonly MapDot[], spot: Spot, canvas: HTMLCanvasElement): MapDot | undefined {
  let [best, least]: [MapDot | undefined, number] = [undefined, NEAR];
  for (const dot of dots) {
    const far = distance(spotOf(dot, canvas), spot);
    if (far < least) [best, least] = [dot, far];
  }
  return best;
}

const WAYS: Readonly<Record<string, Spot>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function listenToKeys(canvas: HTMLCanvasElement, known: Shown, { draw, say, chooseAll }: Handlers): void {
  canvas.addEventListener('keydown', (event) => {
    const { dots } = known.map;
    const way = WAYS[event.key];
    const { cursor } = known;
    if (way !== undefined)
      known.cursor = cursor === undefined ? dots[0] : (nearestTowards(dots, cursor, way) ?? cursor);
    else if (event.key === 'Enter' && cursor !== undefined)
      location.hash = `page=${encodeURIComponent(cursor.url)}`;
    else if (event.key === ' ' && cursor !== undefined) {
      const chosen = new Set(known.chosen);
      if (!chosen.delete(cursor.url)) chosen.add(cursor.url);
      chooseAll(dots.filter(({ url }) => chosen.has(url)));
    } else return;
    event.preventDefault();
    if (known.cursor !== undefined && way !== undefined) say(dotText(known.cursor));
    draw();
  });
  canvas.addEventListener('blur', () => {
    known.cursor = undefined;
    draw();
  });
}

/** Paints the map once for each frame in which it has changed; while dots appear, at most every {@link FRAME} ms. */
function painter(canvas: HTMLCanvasElement, known: Shown): () => void {
  let isAsked = false;
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const paint = (): void => {
    isAsked = false;
    if (!canvas.isConnected) return;
    if (paintMap(canvas, known, isCalm ? Infinity : performance.now())) setTimeout(draw, FRAME);
  };
  const draw = (): void => {
    if (isAsked) return;
    isAsked = true;
    requestAnimationFrame(paint);
  };
  return draw;
}

/** @returns whether dots are still appearing */
function paintMap(canvas: HTMLCanvasElement, known: Shown, now: number): boolean {
  const context = canvas.getContext('2d');
  if (context === null) return false;
  const { clientWidth, clientHeight } = canvas;
  const ratio = devicePixelRatio;
  if (canvas.width !== Math.round(clientWidth * ratio) || canvas.height !== Math.round(clientHeight * ratio))
    [canvas.width, canvas.height] = [Math.round(clientWidth * ratio), Math.round(clientHeight * ratio)];
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, clientWidth, clientHeight);
  const colour = colourReader(canvas);
  const colours = Array.from({ length: COLOURS }, (_, group) => colour(`group-${group}`));
  let appears = false;
  for (const dot of [...known.map.dots].sort((a, b) => Number(a.accepted) - Number(b.accepted))) {
    const age = Math.min(1, (now - (known.since.get(dot.url) ?? 0)) / APPEARS);
    appears ||= age < 1;
    paintDot(context, dot, spotOf(dot, canvas), colours[dot.group % COLOURS] ?? '', age);
    if (known.chosen.has(dot.url)) ring(context, spotOf(dot, canvas), colour('ink'), 2);
  }
  if (known.cursor !== undefined) ring(context, spotOf(known.cursor, canvas), colour('accent'), 4);
  paintLabels(context, known.map, canvas, [colour('ink'), colour('sunk')]);
  paintLasso(context, known.lasso, colour('accent'));
  return appears;
}

/** The colours of the style sheet as the browser resolves them, light or dark. */
function colourReader(canvas: HTMLCanvasElement): (name: string) => string {
  const style = getComputedStyle(canvas);
  const before = canvas.style.color;
  const found = new Map<string, string>();
  return (name) => {
    const known = found.get(name);
    if (known !== undefined) return known;
    canvas.style.color = `var(--${name})`;
    const { color } = style;
    canvas.style.color = before;
    found.set(name, color);
    return color;
  };
}

function paintDot(
  context: CanvasRenderingContext2D,
  { accepted }: MapDot,
  [x, y]: Spot,
  colour: string,
  age: number,
): void {
  context.beginPath();
  // A dot that appears is larger at first.
  context.arc(x, y, RADIUS * (accepted ? 1 : 0.8) * (1 + 2 * (1 - age)), 0, 2 * Math.PI);
  context.globalAlpha = (accepted ? 0.85 : 0.6) * (0.3 + 0.7 * age);
  if (accepted) {
    context.fillStyle = colour;
    context.fill();
  } else {
    context.strokeStyle = colour;
    context.lineWidth = 1.2;
    context.stroke();
  }
  context.globalAlpha = 1;
}

function ring(context: CanvasRenderingContext2D, [x, y]: Spot, colour: string, wider: number): void {
  context.beginPath();
  context.arc(x, y, RADIUS + wider, 0, 2 * Math.PI);
  context.strokeStyle = colour;
  context.lineWidth = 2;
  context.stroke();
}

/** Labels of groups, the largest first; one that would cover another is left out: it is in the list. */
function paintLabels(
  context: CanvasRenderingContext2D,
  { groups }: LivingMap,
  canvas: HTMLCanvasElement,
  [ink, halo]: readonly [string, string],
): void {
  const taken: (readonly [left: number, top: number, right: number, bottom: number])[] = [];
  context.font = '600 13px system-ui, sans-serif';
  context.textAlign = 'center';
  for (const { label, x: across, y: down } of groups) {
    if (label === '') continue;
    const width = context.measureText(label).width;
    const [wanted, y] = spotOf({ x: across, y: down }, canvas);
    const x = Math.min(canvas.clientWidth - width / 2 - 4, Math.max(width / 2 + 4, wanted));
    const [left, top, right, bottom] = [x - width / 2 - 4, y - 16, x + width / 2 + 4, y + 6];
    if (taken.some(([l, t, r, b]) => left < r && right > l && top < b && bottom > t)) continue;
    taken.push([left, top, right, bottom]);
    [context.lineWidth, context.strokeStyle, context.fillStyle] = [4, halo, ink];
    context.lineJoin = 'round';
    context.strokeText(label, x, y);
    context.fillText(label, x, y);
  }
}

function paintLasso(context: CanvasRenderingContext2D, lasso: readonly Spot[], colour: string): void {
  const [first, ...rest] = lasso;
  if (first === undefined || rest.length === 0) return;
  context.beginPath();
  context.moveTo(...first);
  for (const spot of rest) context.lineTo(...spot);
  context.closePath();
  [context.strokeStyle, context.lineWidth] = [colour, 1.5];
  context.setLineDash([5, 4]);
  context.stroke();
  context.setLineDash([]);
}
