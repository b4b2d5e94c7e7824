import type { Frontier } from './api.js';
import { h, shown, webLink } from './elements.js';
import { panel, table, type Room, type View } from './parts.js';

/** What is requested next, and why. */
export function frontier({ api, act }: Room): View {
  const content = h('div', {}, 'loading …');
  const load = async (): Promise<void> => {
    const { head, hosts: queued, busy } = await api.get<Frontier>('frontier');
    content.replaceChildren(
      h('p', {}, h('button', { type: 'button', click: () => void load() }, 'Refresh')),
      h(
        'div',
        { class: 'panels' },
        panel(
          'The best URLs that wait',
          table(
            'queue',
            ['URL', 'Priority', 'Why', 'Steer'],
            head.map(({ url, priority, referrer }) => [
              webLink(url),
              referrer === undefined ? 'seed' : shown(priority.value, 3),
              priority.reason,
              [
                h(
                  'button',
                  { type: 'button', click: () => void act({ kind: 'pin', what: url }).then(load) },
                  'First',
                ),
                ' ',
                h(
                  'button',
                  { type: 'button', click: () => void act({ kind: 'block', what: url }).then(load) },
                  'Block',
                ),
              ],
            ]),
            [1],
          ),
        ),
        panel(
          'Hosts with the best URLs',
          table(
            'hosts of the queue',
            ['Host', 'Queued', 'Best', 'Standing'],
            queued.map(({ host, queued: count, best }) => [
              host,
              shown(count),
              best > 1e9 ? 'first' : shown(best, 3),
              busy[host] === undefined ? '' : 'busy',
            ]),
            [1, 2],
          ),
        ),
      ),
    );
  };
  void load();
  return { content };
}
