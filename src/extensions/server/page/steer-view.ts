import type { Preview, Queue, State } from './api.js';
import { scoreChart } from './charts.js';
import { h, renew, shown, webLink, type Content } from './dom-elements.js';
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
    const undo = (action: (what: string) => Parameters<Room['act']>[0]) =>
      isSealed(found) ? undefined : (what: string) => void act(action(what));
    const unblock = undo((what) => ({ kind: 'unblock', what }));
    showBlocked(() => [takenOut('blocks', 'Unblock', found.blocks, unblock)]);
    const words = found.ignored.map(({ term, by }) => ({ what: term, by }));
    const unignore = undo((term) => ({ kind: 'unignore', term }));
    showIgnored(() => [takenOut('ignored words', 'Count again', words, unignore)]);
  };
  update(state());
  const forms = isSealed(state())
    ? []
    : [
        panel('Addresses', addressForm(act), seedForm(act)),
        panel('Pace', paceForm(act)),
        thresholdPanel(room),
      ];
  return {
    content: h(
      'div',
      {},
      when,
      h(
        'div',
        { class: 'panels' },
        ...forms,
        queue.element,
        widePanel('Blocked', blocked),
        widePanel('Words that say nothing', ignored),
        widePanel('What was asked so far', log),
      ),
    ),
    update,
  };
}

/** The addresses that are requested next, each with its reason, and buttons that put it first or block it. */
function queuePanel({ api, act, attempt, state }: Room): {
  readonly element: HTMLElement;
  readonly update: (state: State) => void;
} {
  const list = h('div', {}, 'loading …');
  const put = steadily(list);
  const load = (now = false): Promise<void> =>
    attempt(async () => {
      const { head } = await api.get<Queue>('frontier');
      const rows = (): readonly Content[] => [
        queueTable(head.slice(0, NEXT), isSealed(state()) ? undefined : steerUrl),
      ];
      if (now) renew(list, ...rows());
      else put(rows);
    });
  const steerUrl = (kind: string, what: string): void => void act({ kind, what }).then(() => load(true));
  void load(true);
  return { element: widePanel('The next addresses', list), update: followed(load, state()) };
}

function queueTable(
  head: Queue['head'],
  steerUrl: ((kind: string, what: string) => void) | undefined,
): HTMLElement {
  const button = (label: string, kind: string, url: string): HTMLElement =>
    h(
      'button',
      { type: 'button', class: 'small', 'aria-label': `${label} ${url}`, click: () => steerUrl?.(kind, url) },
      label,
    );
  const steering = (url: string, blocks: Queue['head'][number]['blocks']): readonly Content[] => {
    if (steerUrl === undefined) return [];
    return blocks.length > 0
      ? blockedText(blocks, url, (what) => steerUrl('unblock', what))
      : [button('First', 'pin', url), button('Block', 'block', url)];
  };
  return table(
    'queue',
    ['Address', 'Expected value', 'Why', 'Steer'],
    head.map(({ url, priority, referrer, anchorText = '', blocks }) => [
      [
        anchorText === '' ? undefined : h('div', { class: 'anchor', dir: 'auto' }, `“${anchorText}”`),
        h('div', { class: 'address' }, webLink(url)),
      ],
      referrer === undefined ? 'seed' : priority.value > FIRST ? 'first' : shown(priority.value, 3),
      reasonFor(priority),
      h('div', { class: 'buttons' }, steering(url, blocks)),
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
  if (actions.length + waiting.length === 0)
    return h('p', { class: 'quiet' }, 'Nobody has asked for anything so far.');
  return table(
    'actions',
    ['When', 'Who', 'What', 'Effect'],
    [
      ...[...waiting]
        .reverse()
        .map(({ time, by, action }) => [
          timeText(time),
          by,
          action.kind,
          `${wishText(action)}: waits until the crawl is resumed`,
        ]),
      ...actions.map((taken) => [
        timeText(taken.time),
        taken.by,
        taken.action.kind,
        taken.refused === true ? `refused: ${taken.effect}` : taken.effect,
      ]),
    ],
  );
}

function timeText(time = ''): string {
  return time.replace('T', ' ').slice(0, 19);
}

/** Subject of a command: a host, addresses, a number. */
function wishText({ kind, ...rest }: State['waiting'][number]['action']): string {
  const values = Object.entries(rest).map(([name, value]) =>
    name === 'what' || name === 'urls' || name === 'url' ? String(value) : `${name} ${String(value)}`,
  );
  return values.length === 0 ? kind : values.join(', ');
}

/** Things that people took out, each with a button that takes it in again. */
function takenOut(
  caption: string,
  label: string,
  rows: readonly { readonly what: string; readonly by: string; readonly waits?: true }[],
  undo: ((what: string) => void) | undefined,
): HTMLElement {
  if (rows.length === 0) return h('p', { class: 'quiet' }, 'None.');
  const button = (what: string): HTMLElement =>
    h(
      'button',
      { type: 'button', class: 'small', 'aria-label': `${label} ${what}`, click: () => undo?.(what) },
      label,
    );
  return table(
    caption,
    ['What', 'By', 'Steer'],
    rows.map(({ what, by, waits }) => [
      what,
      `${by}${waits === true ? ', from when the crawl is resumed' : ''}`,
      undo === undefined ? '' : button(what),
    ]),
  );
}

type Act = Room['act'];

function addressForm(act: Act): HTMLElement {
  const what = h('input', {
    id: 'what',
    required: true,
    placeholder: 'example.org or https://example.org/archive/*',
  });
  const kind = h(
    'select',
    { id: 'kind' },
    ...(
      [
        ['block', 'do not request'],
        ['unblock', 'request again'],
        ['pin', 'request first'],
        ['unpin', 'no longer request first'],
        ['boost', 'request earlier'],
        ['lower', 'request later'],
        ['reset', 'neither earlier nor later'],
      ] as const
    ).map(([value, text]) => h('option', { value }, text)),
  );
  const submit = (event: Event): void => {
    event.preventDefault();
    const by = { boost: 1, lower: -1, reset: 0 }[kind.value];
    const action = by === undefined ? { kind: kind.value } : { kind: 'boost', by };
    void act({ ...action, what: what.value });
  };
  return h(
    'form',
    { class: 'row', submit },
    h('label', {}, 'Host, URL or pattern ', what),
    h('label', {}, 'what to do ', kind),
    h('button', {}, 'Do it'),
  );
}

function seedForm(act: Act): HTMLElement {
  const urls = h('input', { id: 'seeds', required: true, placeholder: 'https://example.org/' });
  const submit = (event: Event): void => {
    event.preventDefault();
    void act({ kind: 'seed', urls: urls.value.trim().split(/\s+/) });
  };
  return h('form', { class: 'row', submit }, h('label', {}, 'Seeds ', urls), h('button', {}, 'Add'));
}

function paceForm(act: Act): HTMLElement {
  const delay = h('input', { id: 'delay', type: 'number', min: 0, max: 3600, step: 'any', size: 6 });
  const hostsAtOnce = h('input', { id: 'concurrency', type: 'number', min: 1, max: 1000, size: 6 });
  const submit = (event: Event): void => {
    event.preventDefault();
    const given = {
      ...(delay.value === '' ? {} : { delay: Number(delay.value) }),
      ...(hostsAtOnce.value === '' ? {} : { concurrency: Number(hostsAtOnce.value) }),
    };
    void act({ kind: 'pace', ...given });
  };
  return h(
    'form',
    { class: 'row', submit },
    h('label', {}, 'Seconds between requests to a host ', delay),
    h('label', {}, 'hosts at the same time ', hostsAtOnce),
    h('button', {}, 'Set'),
  );
}

/** Another threshold, with what it would change. */
function thresholdPanel({ api, act, attempt, state }: Room): HTMLElement {
  const { histogram } = state();
  const from = histogram.bins[0]?.from ?? 0;
  const chart = h('div', { class: 'chart' }, scoreChart(histogram));
  const preview = h('div', { id: 'preview', role: 'status' });
  const score = h('input', {
    id: 'threshold',
    type: 'range',
    min: from,
    max: histogram.to,
    step: (histogram.to - from) / 500 || 0.001,
    value: histogram.threshold ?? from,
  });
  const value = h('output', { for: 'threshold' }, shown(histogram.threshold, 3));
  const set = h('button', { type: 'submit', disabled: true }, 'Set this threshold');
  const load = async (): Promise<void> => {
    const tried = Number(score.value);
    value.textContent = shown(tried, 3);
    chart.replaceChildren(scoreChart(state().histogram, tried));
    const found = await api.get<Preview>('preview', { score: tried });
    set.disabled = false;
    preview.replaceChildren(
      h(
        'p',
        {},
        `${shown(found.accepted)} pages would be accepted: ${shown(found.newlyAccepted)} more, ${shown(found.newlyRejected)} fewer.`,
      ),
      ...(found.examples.length === 0
        ? []
        : [pageTable('pages that would change', found.examples.slice(0, 8))]),
    );
  };
  score.addEventListener('change', () => void attempt(load));
  const submit = (event: Event): void => {
    event.preventDefault();
    void act({ kind: 'threshold', score: Number(score.value) });
  };
  return widePanel(
    'Threshold',
    chart,
    h('form', { class: 'row', submit }, h('label', {}, 'Accept from a score of ', score), value, set),
    preview,
  );
}
