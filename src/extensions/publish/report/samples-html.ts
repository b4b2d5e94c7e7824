import { scoreOrNull } from '../../../model/verdict-by-threshold.js';
import { pageNumbersOf } from '../../../model/page-reading.js';
import type { NounEvidence } from '../../../model/topic.js';
import type { PageEvent, SamplePages } from './crawl-facts.js';
import { address, link, section, text, type Html } from './html-parts.js';

/** Nouns that are named of a page. */
const NOUNS = 6;
/** Pages of a document that are named of a noun. */
const MAX_PAGES = 5;

/** The title of a page; its address where it does not have one. */
function titleOf({ title = '', url }: Pick<PageEvent, 'title' | 'url'>): string {
  return title === '' ? url : title;
}

/** Pages that show what was accepted and what not, each with its reason. */
export function samplesPart({ best, borderline, nearMisses, rejected }: SamplePages): Html {
  return section(
    'Samples, with reasons',
    listOf('Accepted, the best', best),
    listOf('Accepted, nearest to the threshold', borderline),
    listOf('Near misses: rejected, nearest to the threshold', nearMisses),
    listOf('Rejected, drawn at random', rejected),
  );
}

function listOf(heading: string, pages: readonly PageEvent[]): Html {
  if (pages.length === 0) return '';
  return `<h3>${heading}</h3>\n<ol class="samples">${pages.map((page) => `<li>${sampleOfPage(page)}</li>`).join('\n')}</ol>`;
}

function sampleOfPage(page: PageEvent): Html {
  const { finalUrl: url = page.url, judgement, referrer } = page;
  const from = referrer === undefined ? 'A seed.' : `Found on ${address(referrer)}.`;
  return [
    `<p class="title">${link(url, titleOf(page))}</p>`,
    `<p>${address(url)}</p>`,
    judgement === undefined ? '' : `<p>${text(judgement.reason.summary, 400)}</p>${nounsOf(page)}`,
    `<p class="quiet">${scoresOf(page)}${from}</p>`,
  ].join('');
}

function scoresOf({ judgement }: PageEvent): Html {
  if (judgement === undefined) return '';
  const score = scoreOrNull(judgement.score);
  const { low, high } = judgement.reason.band;
  const bounds = [
    ...(low === null ? [] : [`at least ${low.toFixed(3)}`]),
    ...(high === null ? [] : [`at most ${high.toFixed(3)}`]),
  ];
  const needed = bounds.length === 0 ? '' : ` (accepted: ${bounds.join(' and ')})`;
  return text(
    score === null
      ? 'Nothing to judge by. '
      : `Score ${score.toFixed(3)}${needed} by ${judgement.classifier}. `,
  );
}

function nounsOf({ judgement, reading }: PageEvent): Html {
  const evidence = (judgement?.reason.evidence ?? []).slice(0, NOUNS);
  if (evidence.length === 0) return '';
  const nouns = evidence.map(
    ({ lemma, pull, mentions }) =>
      `<li class="${pull > 0 ? 'for' : 'against'}">${pull > 0 ? '+' : '−'} <bdi>${text(lemma, 60)}</bdi>${pagesOf(reading, mentions)}</li>`,
  );
  return `<ul class="nouns" aria-label="nouns that counted most">${nouns.join('')}</ul>`;
}

/** On which pages of a document a noun is; nothing of a page of the Web. */
function pagesOf(reading: PageEvent['reading'], mentions: NounEvidence['mentions']): Html {
  const numbers = reading?.pages === undefined ? [] : pageNumbersOf(reading.pages, mentions);
  return numbers.length === 0 ? '' : ` (p. ${numbers.slice(0, MAX_PAGES).join(', ')})`;
}
