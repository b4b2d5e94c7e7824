import type { Preview, State } from './api.js';
import { scoreChart } from './charts.js';
import { h, shown } from './elements.js';
import { pageTable, panel, steadily, table, type Room, type View } from './parts.js';

/** What a person can ask of the crawl, and what was asked. */
export function steer(room: Room): View {
  const { act, state } = room;
  const log = h('div');
  const showLog = steadily(log);
  const update = ({ actions }: State): void =>
    showLog(() => [
      actions.length === 0
        ? h('p', { class: 'quiet' }, 'Nobody has asked for anything so far.')
        : table(
            'actions',
            ['When', 'Who', 'What', 'Effect'],
            actions.map(({ time, by, action, effect, refused }) => [
              time.replace('T', ' ').slice(0, 19),
              by,
              action.kind,
              refused === true ? `refused: ${effect}` : effect,
            ]),
          ),
    ]);
  update(state());
  return {
    content: h(
      'div',
      { class: 'panels' },
      panel('Addresses', addressForm(act), seedForm(act)),
      panel('Pace', paceForm(act)),
      thresholdPanel(room),
      panel('What was asked so far', log),
    ),
    update,
  };
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
  const chart = h('div', {}, scoreChart(histogram));
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
  return panel(
    'Threshold',
    chart,
    h('form', { class: 'row', submit }, h('label', {}, 'Accept from a score of ', score), value, set),
    preview,
  );
}
