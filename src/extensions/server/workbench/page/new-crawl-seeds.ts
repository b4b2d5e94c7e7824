import { h, renew, shown, webLink } from '../../control-room/page/dom-elements.js';
import type { Candidate, Job } from '../../control-room/page/api.js';
import { card, labelled, saying, showJob, type BenchRoom } from './bench-parts.js';
import type { Form } from './new-crawl-form.js';

/** Card with the start of the crawl: addresses, a file of them, or proposals. @param changed called after a change */
export function seedsCard({ api }: BenchRoom, form: Form, changed: () => void): HTMLElement {
  const { seeds, topic, place, contact } = form;
  const file = h('input', {
    id: 'seeds-file',
    type: 'file',
    class: 'unseen',
    accept: '.txt,.csv,.tsv,text/plain',
  });
  file.addEventListener('change', () => {
    void file.files?.[0]?.text().then((text) => {
      addSeeds(form, text.match(/https?:\/\/[^\s"'<>,;]+/g) ?? []);
      changed();
    });
    file.value = '';
  });
  const box = (id: string, label: string, checked: boolean): readonly [HTMLInputElement, HTMLElement] => {
    const input = h('input', { id, type: 'checkbox', checked });
    return [input, h('label', { class: 'choice', for: id }, input, ` ${label}`)];
  };
  const [texts, textsLabel] = box('from-texts', 'links in the texts of the topic', true);
  const engine = h('input', { id: 'engine', placeholder: 'https://searx.example/', type: 'url' });
  const [job, list] = [h('div', { class: 'job-place', hidden: true }), h('div')];
  const { element, say, attempt } = saying();
  const propose = (): void =>
    void attempt(async () => {
      if (topic.value === '') throw new Error('Choose a topic first.');
      const begun = await api.post<Job>(`topics/${encodeURIComponent(topic.value)}/seeds`, {
        texts: texts.checked,
        ...(engine.value === '' ? {} : { engine: engine.value }),
        ...(place.value === '' ? {} : { web: place.value }),
        ...(contact.value.trim() === '' ? {} : { contact: contact.value.trim() }),
      });
      const found = await showJob<{ seeds: readonly Candidate[] }>(api, begun, job, {
        say: (text) => say(text, 'bad'),
      });
      if (found !== undefined) renew(list, candidateList(found.seeds, form, changed));
    });
  return card(
    'From where',
    labelled(
      'Addresses to start from, one per line',
      seeds,
      'Pages that are about the topic, or that link to such pages.',
    ),
    h('p', { class: 'buttons' }, h('label', { for: 'seeds-file', class: 'button' }, 'Add from a file'), file),
    h(
      'details',
      {},
      h('summary', {}, 'Let sfwc propose some'),
      h('fieldset', {}, h('legend', {}, 'Where to look'), textsLabel),
      labelled('Search engine (optional)', engine, 'The address of a SearXNG, or with {searchTerms}.'),
      h('button', { type: 'button', click: propose }, 'Propose'),
      job,
      element,
      list,
    ),
  );
}

function addSeeds({ seeds }: Form, urls: readonly string[]): void {
  const all = new Set([...seeds.value.split(/\s+/).filter((url) => url !== ''), ...urls]);
  seeds.value = `${[...all].join('\n')}\n`;
}

function removeSeed({ seeds }: Form, url: string): void {
  const left = seeds.value.split(/\s+/).filter((one) => one !== '' && one !== url);
  seeds.value = left.length === 0 ? '' : `${left.join('\n')}\n`;
}

/** Candidates to tick, each with its score and why it is proposed. */
function candidateList(candidates: readonly Candidate[], form: Form, changed: () => void): HTMLElement {
  if (candidates.length === 0) return h('p', { class: 'quiet' }, 'No address was good enough.');
  return h(
    'ul',
    { class: 'candidates', 'aria-label': 'proposed addresses' },
    ...candidates.map((candidate) => {
      const { url, value } = candidate;
      const box = h('input', { type: 'checkbox', 'aria-label': `Start from ${url}` });
      box.addEventListener('change', () => {
        if (box.checked) addSeeds(form, [url]);
        else removeSeed(form, url);
        changed();
      });
      return h(
        'li',
        {},
        box,
        h(
          'div',
          {},
          webLink(url),
          h('span', { class: 'score' }, ` ${shown(100 * value)} %`),
          h('p', { class: 'quiet' }, whyText(candidate)),
        ),
      );
    }),
  );
}

function whyText({ probe, found }: Candidate): string {
  const sources = found.slice(0, 2).map(({ by, note }) => (note === '' ? by : `${by}: ${note}`));
  if (probe === undefined) return sources.join('; ');
  if ('error' in probe) return `could not be judged: ${probe.error}`;
  const nouns = probe.judgement.reason.evidence
    .filter(({ pull }) => pull > 0)
    .slice(0, 4)
    .map(({ lemma }) => lemma);
  return [
    probe.judgement.accepted ? 'about the topic' : 'not about it, but leads there',
    `${probe.links.onTopic} of ${probe.links.all} links seem to lead to it`,
    ...(nouns.length === 0 ? [] : [nouns.join(', ')]),
    ...sources,
  ].join('; ');
}
