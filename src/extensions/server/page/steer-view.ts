import type { Preview, Queue, State } from './api.js';
import { scoreChart } from './charts.js';
import { button, form, h, options, quiet, renew, shown, webLink, type Content } from './dom-elements.js';
import {
  blockedText,
  FIRST,
  followed,
  isRunning,
  isSealed,
  pageTable,
  panel,
  reasonFor,
  resumeCommand,
  steadily,
  table,
  widePanel,
  type Room,
  type View,
} from './page-parts.js';

/** Addresses of the queue that are listed. */
const NEXT = 20;
/** Commands for a host, an address or a pattern. */
const KINDS = {
  block: 'do not request',
  unblock: 'request again',
  pin: 'request first',
  unpin: 'no longer request first',
  boost: 'request earlier',
  lower: 'request later',
  reset: 'neither earlier nor later',
};
const BOOSTS: Readonly<Record<string, number>> = { boost: 1, lower: -1, reset: 0 };

type Act = Room['act'];

/** View of the commands to the crawl, of its queue, of what is blocked, and of what was asked. */
export function steer(room: Room): View {
  const { act, state } = room;
  const [when, log, blocked, ignored] = [h('p', { role: 'note' }), h('div'), h('div'), h('div')];
  const [showLog, showBlocked, showIgnored] = [steadily(log), steadily(blocked), steadily(ignored)];
  const queue = queuePanel(room);
  const update = (found: State): void => {
    queue.update(found);
    when.textContent = whenTaken(found);
    when.hidden = isRunning(found);
    showLog(() => [askedTable(found)]);
    const undo = (kind: string, name: string) =>
      isSealed(found) ? undefined : (what: string): void => void act({ kind, [name]: what });
    showBlocked(() => [takenOut('blocks', 'Unblock', found.blocks, undo('unblock', 'what'))]);
    const words = found.ignored.map(({ term, by }) => ({ what: term, by }));
    showIgnored(() => [takenOut('ignored words', 'Count again', words, undo('unignore', 'term'))]);
  };
  update(state());
  const forms = isSealed(state())
    ? []
    : [
        panel('Addresses', addressForm(act), seedForm(act)),
        panel('Pace', paceForm(act)),
        thresholdPanel(room),
      ];
  const lists = [
    queue.element,
    widePanel('Blocked', blocked),
    widePanel('Words that say nothing', ignored),
    widePanel('What was asked so far', log),
  ];
  return { content: h('div', {}, when, h('div', { class: 'panels' }, forms, lists)), update };
}

/** The addresses that are requested next, each with its reason, and buttons that put it first or block it. */
function queuePanel({ api, act, attempt, state }: Room) {
  const list = h('div', {}, 'loading …');
  const put = steadily(list);
  const load = (now = false): Promise<void> =>
    attempt(async () => {
      const { head } = await api.get<Queue>('frontier');
      const steerUrl = isSealed(state())
        ? undefined
        : (kind: string, what: string): void => void act({ kind, what }).then(() => load(true));
      const rows = (): readonly Content[] => [queueTable(head.slice(0, NEXT), steerUrl)];
      if (now) renew(list, ...rows());
      else put(rows);
    });
  void load(true);
  return { element: widePanel('The next addresses', list), update: followed(load, state()) };
}

function queueTable(
  head: Queue['head'],
  steerUrl: ((kind: string, what: string) => void) | undefined,
): HTMLElement {
  const steering = ({ url, blocks }: Queue['head'][number]): Content => {
    if (steerUrl === undefined) return undefined;
    const small = (label: string, kind: string): HTMLElement =>
      button(label, () => steerUrl(kind, url), { class: 'small', 'aria-label': `${label} ${url}` });
    return blocks.length > 0
      ? blockedText(blocks, url, (what) => steerUrl('unblock', what))
      : [small('First', 'pin'), small('Block', 'block')];
  };
  return table(
    'queue',
    ['Address', 'Expected value', 'Why', 'Steer'],
    head.map((one) => [
      [
        one.anchorText && h('div', { class: 'anchor', dir: 'auto' }, `“${one.anchorText}”`),
        h('div', { class: 'address' }, webLink(one.url)),
      ],
      one.referrer === undefined
        ? 'seed'
        : one.priority.value > FIRST
          ? 'first'
          : shown(one.priority.value, 3),
      reasonFor(one.priority),
      h('div', { class: 'buttons' }, steering(one)),
    ]),
    [1],
  );
}

/** For a crawl that is not running: when it applies commands. */
function whenTaken(found: State): string {
  if (isSealed(found)) return 'The worker of this folder has ended: nothing can be asked of it any more.';
  return `The crawl is not running. It keeps what you ask here, and takes it when it is resumed with: ${resumeCommand(found)}`;
}

/** Table of commands, the latest first: those that wait, and those that were taken. */
function askedTable({ actions, waiting }: State): HTMLElement {
  if (actions.length + waiting.length === 0) return quiet('Nobody has asked for anything so far.');
  const timeText = (time = ''): string => time.replace('T', ' ').slice(0, 19);
  const waits = waiting.toReversed().map(({ time, by, action: { kind, ...rest } }) => {
    const what = Object.entries(rest).map(([name, value]) => `${name} ${String(value)}`);
    return [timeText(time), by, kind, `${what.join(', ')}: waits until the crawl is resumed`];
  });
  const taken = actions.map(({ time, by, action, refused, effect }) => [
    ...[timeText(time), by, action.kind],
    refused === true ? `refused: ${effect}` : effect,
  ]);
  return table('actions', ['When', 'Who', 'What', 'Effect'], [...waits, ...taken]);
}

/** Things that people took out, each with a button that takes it in again. */
function takenOut(
  caption: string,
  label: string,
  rows: readonly { readonly what: string; readonly by: string; readonly waits?: true }[],
  undo: ((what: string) => void) | undefined,
): HTMLElement {
  if (rows.length === 0) return quiet('None.');
  return table(
    caption,
    ['What', 'By', 'Steer'],
    rows.map(({ what, by, waits }) => [
      what,
      `${by}${waits === true ? ', from when the crawl is resumed' : ''}`,
      undo && button(label, () => undo(what), { class: 'small', 'aria-label': `${label} ${what}` }),
    ]),
  );
}

function addressForm(act: Act): HTMLElement {
  const placeholder = 'example.org or https://example.org/archive/*';
  const what = h('input', { id: 'what', required: true, placeholder });
  const kind = h('select', { id: 'kind' }, options(KINDS));
  const submit = (): void => {
    const by = BOOSTS[kind.value];
    void act({ ...(by === undefined ? { kind: kind.value } : { kind: 'boost', by }), what: what.value });
  };
  return form(
    submit,
    { class: 'row' },
    h('label', {}, 'Host, URL or pattern ', what),
    h('label', {}, 'what to do ', kind),
    h('button', {}, 'Do it'),
  );
}

function seedForm(act: Act): HTMLElement {
  const urls = h('input', { id: 'seeds', required: true, placeholder: 'https://example.org/' });
  const submit = (): void => void act({ kind: 'seed', urls: urls.value.trim().split(/\s+/) });
  return form(submit, { class: 'row' }, h('label', {}, 'Seeds ', urls), h('button', {}, 'Add'));
}

function paceForm(act: Act): HTMLElement {
  const delay = h('input', { id: 'delay', type: 'number', min: 0, max: 3600, step: 'any', size: 6 });
  const concurrency = h('input', { id: 'concurrency', type: 'number', min: 1, max: 1000, size: 6 });
  const submit = (): void => {
    const given = Object.entries({ delay, concurrency }).filter(([, input]) => input.value !== '');
    const pace = Object.fromEntries(given.map(([name, input]) => [name, Number(input.value)]));
    void act({ kind: 'pace', ...pace });
  };
  return form(
    submit,
    { class: 'row' },
    h('label', {}, 'Seconds between requests to a host ', delay),
    h('label', {}, 'hosts at the same time ', concurrency),
    h('button', {}, 'Set'),
  );
}

/** Another threshold, with what it would change. */
function thresholdPanel({ api, act, attempt, state }: Room): HTMLElement {
  const { histogram } = state();
  const from = histogram.bins[0]?.from ?? 0;
  const chart = h('div', { class: 'chart' }, scoreChart(histogram));
  const preview = h('div', { id: 'preview', role: 'status' });
  const step = (histogram.to - from) / 500 || 0.001;
  const range = { min: from, max: histogram.to, step, value: histogram.threshold ?? from };
  const score = h('input', { id: 'threshold', type: 'range', ...range });
  const value = h('output', { for: 'threshold' }, shown(histogram.threshold, 3));
  const set = h('button', { disabled: true }, 'Set this threshold');
  const load = async (): Promise<void> => {
    const tried = Number(score.value);
    value.textContent = shown(tried, 3);
    renew(chart, scoreChart(state().histogram, tried));
    const found = await api.get<Preview>('preview', { score: tried });
    set.disabled = false;
    const more = `${shown(found.newlyAccepted)} more, ${shown(found.newlyRejected)} fewer.`;
    renew(
      preview,
      h('p', {}, `${shown(found.accepted)} pages would be accepted: ${more}`),
      found.examples.length > 0 ? pageTable('pages that would change', found.examples.slice(0, 8)) : '',
    );
  };
  score.addEventListener('change', () => void attempt(load));
  const submit = (): void => void act({ kind: 'threshold', score: Number(score.value) });
  const label = h('label', {}, 'Accept from a score of ', score);
  return widePanel('Threshold', chart, form(submit, { class: 'row' }, label, value, set), preview);
}
