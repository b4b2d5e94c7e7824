/**
 * A strategy of your own: links to hosts that brought relevant pages so far come first. It learns from every page, and a
 * crawl that is resumed goes on with what it has learned.
 *
 *     sfwc crawl --kb kb --topic diabetes --seeds … --out out --plugin ./strategy.js --strategy good-hosts
 *
 * In a program: crawl({ …, plugin: ['./strategy.js'], strategy: 'good-hosts' }).
 */
import { definePlugin, type LinkPriority } from 'sfwc/parts';

interface HostYield {
  accepted: number;
  judged: number;
}

function goodHosts(): LinkPriority {
  const yields = new Map<string, HostYield>();
  return {
    name: 'good-hosts',
    follow: 'all',
    prioritise({ link, judgement }) {
      const host = new URL(link.url).host;
      const { accepted, judged } = yields.get(host) ?? { accepted: 0, judged: 0 };
      // Half, as long as nothing is known of a host; the links of an accepted page get a little more.
      const value = (accepted + 1) / (judged + 2) + (judgement.accepted ? 0.1 : 0);
      return { value, reason: `${accepted} of ${judged} pages of ${host} accepted` };
    },
    observe({ url, judgement }) {
      if (judgement === undefined) return;
      const host = new URL(url).host;
      const { accepted, judged } = yields.get(host) ?? { accepted: 0, judged: 0 };
      yields.set(host, { accepted: accepted + (judgement.accepted ? 1 : 0), judged: judged + 1 });
    },
    snapshot: () => [...yields],
    restore(snapshot) {
      for (const [host, one] of snapshot as [string, HostYield][]) yields.set(host, one);
    },
  };
}

// A function, so that each crawl begins with a strategy that has learned nothing.
export default definePlugin({ strategies: { 'good-hosts': goodHosts } });
