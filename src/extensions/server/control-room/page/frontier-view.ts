import type { Frontier } from './api.js';
import { h, renew, shown, webLink, type Content } from './dom-elements.js';
import {
  blockedText,
  isSealed,
  panel,
  reasonFor,
  table,
  widePanel,
  type Room,
  type View,
} from './page-parts.js';

/** What is requested next, and why. */
export function frontier({ api, act, attempt, state }: Room): View {
  const list = h('div', { class: 'panels' }, 'loading …');
  const load = (): Promise<void> =>
    attempt(async () =>
      renew(list, ...panelsOf(await api.get<Frontier>('frontier'), isSealed(state()) ? undefined : steer)),
    );
  const steer = (kind: string, url: string): void => void act({ kind, what: url }).then(load);
  void load();
  return {
    content: h(
      'div',
      {},
      h('p', {}, h('button', { type: 'button', click: () => void load() }, 'Refresh')),
      list,
    ),
  };
}

function panelsOf(
  { head, hosts, busy }: Frontier,
  steer: ((kind: string, what: string) => void) | undefined,
): readonly Content[] {
  const button = (label: string, kind: string, url: string): HTMLElement =>
    h('button', { type: 'button', 'aria-label': `${label} ${url}`, click: () => steer?.(kind, url) }, label);
  const urls = table(
    'queue',
    ['URL', 'Priority', 'Why', 'Steer'],
    head.map(({ url, priority, referrer, blocks }) => [
      webLink(url),
      referrer === undefined ? 'seed' : shown(priority.value, 3),
      reasonFor(priority),
      h(
        'div',
        { class: 'buttons' },
        ...(steer === undefined
          ? []
          : blocks.length > 0
            ? blockedText(blocks, url, (what) => steer('unblock', what))
            : [button('First', 'pin', url), button('Block', 'block', url)]),
      ),
    ]),
    [1],
  );
  const waiting = table(
    'hosts of the queue',
    ['Host', 'Queued', 'Best', 'Standing'],
    hosts.map(({ host, queued, best }) => [
      host,
      shown(queued),
      best > 1e9 ? 'first' : shown(best, 3),
      busy[host] === undefined ? '' : 'busy',
    ]),
    [1, 2],
  );
  return [widePanel('Best waiting URLs', urls), panel('Hosts with the best URLs', waiting)];
}
