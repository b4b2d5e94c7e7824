import { h, renew, shown, webLink, type Content } from '../../control-room/page/dom-elements.js';
import type { Folder, Job, Judgement, ListedTopic, WholeTopic } from '../../control-room/page/api.js';
import {
  bar,
  card,
  labelled,
  placeOf,
  saying,
  showJob,
  verdictCard,
  weightBars,
  type BenchRoom,
} from './bench-parts.js';
import { addTextsCard } from './add-texts.js';

/** Texts that are listed before a person asks for all. */
const LISTED = 10;
/** Words of a line that is proposed. */
const OF_LINE = 8;
/** Nouns in the picture. */
const NOUNS = 18;

/** Asks for the name of a topic. */
export function newTopic({ api, go }: BenchRoom): HTMLElement {
  const name = h('input', { id: 'topic-name', maxlength: 100, required: true, autocomplete: 'off' });
  const { element, attempt } = saying();
  const submit = (event: Event): void => {
    event.preventDefault();
    void attempt(async () => {
      await api.post<ListedTopic>('topics', { name: name.value });
      go(placeOf('topics', name.value.trim()));
    });
  };
  setTimeout(() => name.focus());
  return h(
    'div',
    { class: 'bench narrow' },
    h('h2', {}, 'New topic'),
    h(
      'form',
      { class: 'card', submit },
      labelled(
        'Name of the topic',
        name,
        'What the pages are about, in a word or a few: diabetes, stained glass, river ecology',
      ),
      element,
      h('button', { type: 'submit', class: 'primary' }, 'Next: give texts'),
    ),
  );
}

/** A topic: its texts, their check, building, and judging. */
export function topic(room: BenchRoom, folder: Folder, name: string): HTMLElement {
  const [list, check, build, judge] = [h('div'), h('div'), h('div'), h('div')];
  const { element: said, say, attempt } = saying();
  const steps = h('ol', { class: 'steps' });
  let all = false;

  const load = async (): Promise<void> => {
    const found = await room.api.get<WholeTopic>(`topics/${encodeURIComponent(name)}`);
    show(found);
  };
  const remove = (file: string): void =>
    void attempt(async () => {
      await room.api.remove(
        `topics/${encodeURIComponent(name)}/texts/${file.split('/').map(encodeURIComponent).join('/')}`,
      );
      await load();
    });
  const show = (found: WholeTopic): void => {
    const isBuilt = found.built !== undefined;
    renew(steps, ...stepsOf(found));
    const showAll = (): void => {
      all = true;
      show(found);
    };
    renew(list, textList(found, { all, showAll, remove }));
    renew(check, checkCard(found));
    if (build.childElementCount === 0) build.append(buildCard(room, found, load));
    const line = build.querySelector<HTMLInputElement>('#topic-line');
    if (line !== null) line.placeholder = proposedLine(found);
    judge.hidden = !isBuilt;
    if (found.isStale) say('Texts came or went since the topic was built: build it again.');
    if (isBuilt && judge.childElementCount === 0) judge.append(crawlCard(name), judgeCard(room, name));
  };
  void attempt(load);
  return h(
    'div',
    { class: 'bench topic' },
    h('div', { class: 'head' }, h('h2', {}, name), steps),
    said,
    h(
      'div',
      { class: 'columns' },
      h('div', {}, addTextsCard(room.api, folder, name, { load, say }), list),
      h('div', { class: 'aside' }, check, judge, build),
    ),
  );
}

function stepsOf({ standing, built, isStale }: WholeTopic): readonly HTMLElement[] {
  const enough = standing.texts.length >= standing.least;
  const step = (text: string, isDone: boolean): HTMLElement =>
    h(
      'li',
      { class: isDone ? 'done' : undefined },
      text,
      isDone ? h('span', { class: 'unseen' }, ', done') : undefined,
    );
  return [
    step('Texts', enough),
    step('Build', built !== undefined && !isStale),
    step('Try and crawl', false),
  ];
}

function textList(
  { sources, standing, files }: WholeTopic,
  {
    all,
    showAll,
    remove,
  }: { readonly all: boolean; readonly showAll: () => void; readonly remove: (file: string) => void },
): Content {
  if (files === 0) return undefined;
  const texts = [...standing.texts].sort(
    (a, b) => Number(b.remark !== undefined) - Number(a.remark !== undefined),
  );
  const shownTexts = all ? texts : texts.slice(0, LISTED);
  const fileOf = (id: string): string | undefined => sources.find(({ name }) => name === id)?.name;
  return card(
    `${shown(standing.texts.length)} ${standing.texts.length === 1 ? 'text' : 'texts'}`,
    standing.problems.length === 0
      ? undefined
      : h(
          'div',
          { class: 'unread' },
          h('h3', {}, `${standing.problems.length} could not be read`),
          h(
            'ul',
            {},
            ...standing.problems
              .slice(0, LISTED)
              .map(({ where, message }) => problemItem(where, message, sources, remove)),
          ),
        ),
    h(
      'ul',
      { class: 'texts', 'aria-label': 'texts' },
      ...shownTexts.map(({ id, title, characters, language, remark }) => {
        const file = fileOf(id);
        return h(
          'li',
          { class: remark === undefined ? undefined : 'remarked' },
          h(
            'div',
            {},
            h('strong', {}, /^https?:/.test(id) ? webLink(id, title) : title),
            h(
              'span',
              { class: 'quiet' },
              ` ${wordsText(characters)}${language === '' ? '' : ` · ${language}`}`,
            ),
            remark === undefined ? undefined : h('span', { class: 'remark' }, remark),
          ),
          file === undefined
            ? undefined
            : h(
                'button',
                {
                  type: 'button',
                  class: 'plain',
                  'aria-label': `Remove ${title}`,
                  click: () => remove(file),
                },
                'Remove',
              ),
        );
      }),
    ),
    shownTexts.length === texts.length
      ? undefined
      : h('button', { type: 'button', click: showAll }, `Show all ${texts.length}`),
  );
}

function problemItem(
  where: string,
  message: string,
  sources: WholeTopic['sources'],
  remove: (file: string) => void,
): HTMLElement {
  const file = sources.find(({ name }) => where === name || where.endsWith(`/${name}`))?.name;
  return h(
    'li',
    {},
    h('strong', {}, file ?? where),
    `: ${message} `,
    file === undefined
      ? undefined
      : h(
          'button',
          { type: 'button', class: 'plain', 'aria-label': `Remove ${file}`, click: () => remove(file) },
          'Remove',
        ),
  );
}

function wordsText(characters: number): string {
  return `about ${shown(Math.max(1, Math.round(characters / 6)))} words`;
}

function checkCard({ standing, nouns, built }: WholeTopic): HTMLElement {
  const { texts, recommended, advice, words, language } = standing;
  const [first = '', ...others] = advice;
  const rows =
    built === undefined || nouns.length === 0
      ? words.slice(0, NOUNS).map(({ word, texts: count }) => ({ name: word, count }))
      : nouns.slice(0, NOUNS).map(({ noun, documents }) => ({ name: noun, count: documents }));
  const total = Math.max(texts.length, ...rows.map(({ count }) => count));
  return card(
    'Check',
    texts.length === 0
      ? h(
          'p',
          { class: 'quiet' },
          'A line about the topic is enough to begin with. Better: 10 texts of a few hundred words or more, about one subject, in one language; 20 are recommended.',
        )
      : [
          h('p', {}, first),
          bar(
            texts.length / recommended,
            texts.length >= standing.least ? 'for' : 'part',
            standing.least / recommended,
          ),
          ...others.map((text) => h('p', { class: 'advice' }, text)),
          language === ''
            ? undefined
            : h(
                'p',
                { class: 'quiet' },
                `Language: ${new Intl.DisplayNames('en', { type: 'language' }).of(language) ?? language}`,
              ),
        ],
    rows.length === 0
      ? undefined
      : h('h3', {}, built === undefined ? 'Words that the texts share' : 'Nouns of the topic'),
    rows.length === 0 ? undefined : weightBars(built === undefined ? 'words' : 'nouns', rows, total, 'texts'),
  );
}

/** The strongest words of the texts as a line, which a person may edit. */
function proposedLine({ name, standing }: WholeTopic): string {
  const words = standing.words.slice(0, OF_LINE).map(({ word }) => word);
  return words.length === 0 ? `${name}: …` : `${name}: ${words.join(', ')}`;
}

function buildCard({ api }: BenchRoom, topic: WholeTopic, load: () => Promise<void>): HTMLElement {
  const { name } = topic;
  const line = h('input', { id: 'topic-line', maxlength: 500, autocomplete: 'off' });
  line.value = topic.about ?? '';
  const place = h('div', { class: 'job-place', hidden: true });
  const { element, say, attempt } = saying();
  const choices = h('fieldset', {}, h('legend', {}, 'Background'));
  const notes = h('ul', { class: 'problems' });
  void attempt(async () => {
    const others = (await api.get<readonly ListedTopic[]>('topics')).filter(
      (other) => other.name !== name && other.files > 0,
    );
    renew(choices, h('legend', {}, 'Background'), ...backgroundChoices(others));
  });
  const button = h('button', { type: 'button', class: 'primary' }, 'Build the topic');
  button.addEventListener('click', () => {
    button.disabled = true;
    const background = [...choices.querySelectorAll<HTMLInputElement>('input[type=checkbox]:checked')].map(
      ({ value }) => value,
    );
    void attempt(async () => {
      const begun = await api.post<Job>(`topics/${encodeURIComponent(name)}/build`, {
        background,
        ...(line.value.trim() === '' ? {} : { about: line.value.trim() }),
      });
      const result = await showJob<{ statistics?: { documents: number } }>(api, begun, place, {
        say: (text) => say(text, 'bad'),
      });
      const ended = await api.get<Job>(`jobs/${begun.id}`);
      renew(notes, ...ended.notes.map((note) => h('li', {}, note)));
      const documents = result?.statistics?.documents ?? 0;
      if (result !== undefined) say(documents === 1 ? 'Built.' : `Built from ${shown(documents)} texts.`);
      await load();
    }).finally(() => (button.disabled = false));
  });
  return card(
    'Build',
    h(
      'p',
      { class: 'quiet' },
      'sfwc learns from the texts what pages about the topic are like. It takes a few seconds to minutes.',
    ),
    labelled(
      'The topic in a line',
      line,
      'Its name and what belongs to it, such as “Beekeeping: honey bees, hives, queens, wax”. It is enough to begin with; texts make verdicts surer.',
    ),
    choices,
    button,
    place,
    element,
    notes,
  );
}

function backgroundChoices(others: readonly ListedTopic[]): readonly HTMLElement[] {
  return [
    h(
      'p',
      { class: 'quiet' },
      'To tell the topic from others, sfwc compares it with general texts that come with it.',
    ),
    ...(others.length === 0
      ? []
      : [
          h('p', { class: 'quiet' }, 'Or with the texts of other topics:'),
          ...others.map(({ name }) =>
            h('label', { class: 'choice' }, h('input', { type: 'checkbox', value: name }), ` ${name}`),
          ),
        ]),
  ];
}

function judgeCard({ api }: BenchRoom, name: string): HTMLElement {
  const what = h('textarea', { id: 'judge-what', rows: 4 });
  const [place, answer] = [
    h('div', { class: 'job-place', hidden: true }),
    h('div', { 'aria-live': 'polite' }),
  ];
  const { element, say, attempt } = saying();
  const submit = (event: Event): void => {
    event.preventDefault();
    const written = what.value.trim();
    if (written === '') return;
    renew(answer);
    void attempt(async () => {
      const isAddress = /^https?:\/\/\S+$/i.test(written);
      const begun = await api.post<Job>(
        `topics/${encodeURIComponent(name)}/judge`,
        isAddress ? { address: written } : { text: written },
      );
      const judged = await showJob<Judgement>(api, begun, place, { say: (text) => say(text, 'bad') });
      if (judged !== undefined) renew(answer, verdictCard(judged));
    });
  };
  return card(
    'Try it',
    h(
      'form',
      { submit },
      labelled(
        'A text, or the address of a page',
        what,
        'See at once whether it is about the topic, and why.',
      ),
      h('button', { type: 'submit' }, 'Judge'),
    ),
    place,
    element,
    answer,
  );
}

function crawlCard(name: string): HTMLElement {
  return card(
    'Crawl',
    h('p', { class: 'quiet' }, 'Let sfwc find more pages like these.'),
    h(
      'a',
      { class: 'button primary', href: `#/new-crawl?${new URLSearchParams({ topic: name }).toString()}` },
      'New crawl for this topic',
    ),
  );
}
