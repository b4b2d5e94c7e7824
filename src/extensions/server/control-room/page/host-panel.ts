import type { WholeHost } from './api.js';
import { h, percent, renew, shown, webLink, type Content } from './dom-elements.js';
import {
  blockedText,
  followed,
  isSealed,
  pageTable,
  panel,
  steadily,
  widePanel,
  type Room,
  type View,
} from './page-parts.js';

/** One host: what it brought, what robots.txt says, the pause between requests, its pages, and what can be done with it. */
export function hostView(room: Room, host: string): View {
  const { api, attempt } = room;
  const content = h('div', {}, 'loading …');
  const put = steadily(content);
  const load = (now = false): Promise<void> =>
    attempt(async () => {
      const found = await api.get<WholeHost>('host', { name: host });
      const parts = (): readonly Content[] => partsOf(found, room, () => void load(true));
      if (now) renew(content, ...parts());
      else put(parts);
    });
  void load(true);
  return { content, update: followed(load, room.state()) };
}

function partsOf(
  { row, delay, forbidden, pages }: WholeHost,
  room: Room,
  again: () => void,
): readonly Content[] {
  const { host, fetched, accepted, rejected, failed, skipped, queued } = row;
  const facts: readonly (readonly [string, Content])[] = [
    ['accepted', `${shown(accepted)} of ${shown(fetched)} requests (${percent(row.yield)})`],
    ['not accepted', `${shown(rejected)} rejected, ${shown(skipped)} skipped, ${shown(failed)} failed`],
    ['waiting', `${shown(queued)} addresses`],
    [
      'robots.txt',
      [
        webLink(`https://${host}/robots.txt`, 'open it'),
        forbidden === 0
          ? '; it forbids none of the addresses met'
          : `; it forbids ${shown(forbidden)} addresses`,
      ],
    ],
    ['pause', `${shown(delay, 1)} s between two requests, or longer where robots.txt asks for that`],
  ];
  return [
    h('p', {}, h('a', { href: '#hosts' }, 'All hosts')),
    h('h2', { class: 'title' }, host),
    isSealed(room.state()) ? undefined : h('div', { class: 'buttons' }, steering(row, room, again)),
    h(
      'div',
      { class: 'panels' },
      panel(
        'At a glance',
        h(
          'dl',
          { class: 'facts' },
          facts.map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value))),
        ),
      ),
      widePanel('Its latest addresses', pageTable('pages of the host', pages)),
    ),
  ];
}

function steering(
  { host, blocks = [] }: WholeHost['row'],
  { act }: Room,
  again: () => void,
): readonly Content[] {
  const button = (label: string, action: Readonly<Record<string, unknown>>): HTMLElement =>
    h(
      'button',
      { type: 'button', 'aria-label': `${label} ${host}`, click: () => void act(action).then(again) },
      label,
    );
  if (blocks.length > 0)
    return blockedText(blocks, host, (what) => void act({ kind: 'unblock', what }).then(again));
  return [
    button('Block', { kind: 'block', what: host }),
    button('Boost', { kind: 'boost', what: host, by: 1 }),
    button('Lower', { kind: 'boost', what: host, by: -1 }),
    button('Neither', { kind: 'boost', what: host, by: 0 }),
  ];
}
