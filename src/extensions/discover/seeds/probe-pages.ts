import { resultOf, visitPages, type ListedPagesParts } from '../../../app/crawl/setup/listed-pages.js';
import { normaliseUrl } from '../../../crawling/urls/urls.js';
import type { PageJudge } from '../../../model/judging.js';
import type { Page } from '../../../model/page.js';
import type { TopicWords } from '../topic-words.js';
import type { LinkCounts, Probe } from './choose-seeds.js';
import type { SeedsSettings } from './seeds-settings.js';

/**
 * Fetches pages and judges them as a crawl would, with robots.txt and pauses, and counts their links.
 * @param onProbe called after each page
 * @returns the probes by address
 */
export async function probePages(
  urls: readonly string[],
  settings: SeedsSettings,
  parts: ListedPagesParts & { readonly words: TopicWords },
  onProbe: (probes: number) => void,
): Promise<ReadonlyMap<string, Probe>> {
  const links = new Map<string, LinkCounts>();
  const judge = countingLinks(parts.judge, parts.words, links);
  const probes = new Map<string, Probe>();
  for await (const { url, event } of visitPages(urls, settings, { ...parts, judge })) {
    if (event === undefined) continue;
    const result = resultOf(event);
    const finalUrl = event.finalUrl ?? event.url;
    const counts = links.get(finalUrl) ?? { all: 0, onTopic: 0 };
    if (result.judgement === undefined) probes.set(url, { error: result.error });
    else probes.set(url, { ...result, finalUrl, links: counts });
    onProbe(probes.size);
  }
  return probes;
}

/** The same judge, which notes the links of each page that it reads, by its address. */
function countingLinks(judge: PageJudge, words: TopicWords, links: Map<string, LinkCounts>): PageJudge {
  return {
    ...judge,
    read: async (...response) => {
      const read = await judge.read(...response);
      const [, url] = response;
      links.set(normaliseUrl(url) ?? url, countLinks(read.page, words));
      return read;
    },
  };
}

function countLinks({ links, url: own }: Page, words: TopicWords): LinkCounts {
  const others = links.filter(({ url }) => /^https?:/i.test(url) && url !== own);
  const onTopic = others.filter(({ anchorText }) => words.inText(anchorText).length > 0);
  return { all: others.length, onTopic: onTopic.length };
}
