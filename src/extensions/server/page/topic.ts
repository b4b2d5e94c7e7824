import type { Folder, Job, Judgement, ListedTopic, WholeTopic } from './api.js';
import {
  card,
  choice,
  contactOf,
  dropZone,
  keepContact,
  labelled,
  placeOf,
  saying,
  sendFiles,
  showJob,
  verdictCard,
  type BenchRoom,
  type NamedFile,
} from './bench-parts.js';
import { h, renew, shown, webLink, type Content } from './dom-elements.js';
import { barred, shareBar, table } from './page-parts.js';

/** Texts that are listed before a person asks for all. */
const LISTED = 10;
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
    const showAll = (): void => {
      all = true;
      show(found);
    };
    renew(list, textList(found, { all, showAll, remove }));
    renew(check, checkCard(found));
    if (build.childElementCount === 0) build.append(buildCard(room, found, load));
    judge.hidden = !isBuilt;
    if (found.isStale) say('Texts came or went since the topic was built: build it again.');
    if (isBuilt && judge.childElementCount === 0) judge.append(crawlCard(name), judgeCard(room, name));
  };
  void attempt(load);
  return h(
    'div',
    { class: 'bench topic' },
    h('h2', {}, name),
    said,
    h(
      'div',
      { class: 'columns' },
      h('div', {}, addTextsCard(room, folder, name, load), list),
      h('div', { class: 'aside' }, check, judge, build),
    ),
  );
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

function checkCard({ standing, nouns }: WholeTopic): HTMLElement {
  const { texts, advice, language, recommended } = standing;
  const most = Math.max(1, ...nouns.map(({ documents }) => documents));
  const hint =
    'A line about the topic is enough to begin with. Better: 10 texts of a few hundred words or more, about one subject, in one language; 20 are recommended.';
  return card(
    'Check',
    texts.length === 0
      ? h('p', { class: 'quiet' }, hint)
      : [
          h('progress', { 'aria-label': 'texts', value: texts.length, max: recommended }),
          advice.map((text) => h('p', { class: 'advice' }, text)),
          language === '' ? undefined : h('p', { class: 'quiet' }, `Language: ${language}`),
        ],
    nouns.length === 0
      ? undefined
      : table(
          'nouns',
          ['Noun of the topic', 'Texts'],
          nouns
            .slice(0, NOUNS)
            .map(({ noun, documents }) => [noun, barred(shareBar(documents / most), shown(documents))]),
          [1],
        ),
  );
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
      const result = await showJob<{ statistics?: { documents: number } }>(api, begun, place, say);
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
  const general = 'To tell the topic from others, sfwc compares it with general texts that come with it';
  return [
    h(
      'p',
      { class: 'quiet' },
      others.length === 0 ? `${general}.` : `${general}, or with the texts of other topics:`,
    ),
    ...others.map(({ name }) => choice(name, { value: name })[1]),
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
      const judged = await showJob<Judgement>(api, begun, place, say);
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

/** Card for adding texts: files, a text that is pasted, addresses. */
function addTextsCard(
  { api }: BenchRoom,
  { endings, limits }: Folder,
  name: string,
  load: () => Promise<void>,
): HTMLElement {
  const at = `topics/${encodeURIComponent(name)}`;
  const place = h('div', { class: 'job-place', hidden: true });
  const problems = h('ul', { class: 'problems' });
  const { element, say, attempt } = saying();
  const show = async (wrong: readonly string[]): Promise<void> => {
    renew(
      problems,
      wrong.map((text) => h('li', {}, text)),
    );
    await load();
  };
  const send = (files: readonly NamedFile[]): Promise<void> =>
    attempt(async () => {
      const put = ({ name: own, file }: NamedFile): Promise<unknown> =>
        api.put(`${at}/texts/${encodeURIComponent(own.replaceAll('/', ' - '))}`, file);
      await show(await sendFiles(files, limits.textBytes, place, put));
    });
  const fetchPages = (wish: Readonly<Record<string, unknown>>): Promise<void> =>
    attempt(async () => {
      const begun = await api.post<Job>(`${at}/addresses`, wish);
      const result = await showJob<{ problems: string[] }>(api, begun, place, say);
      if (result !== undefined) await show(result.problems);
    });
  const kinds = 'PDF, Word, OpenDocument, EPUB, HTML, text, Markdown, CSV, JSON lines, web archives';
  const choosers = { 'Choose files': { id: 'files', accept: endings.join(',') } };
  return card(
    'Add texts',
    dropZone('files', kinds, choosers, (files) => void send(files)),
    h('details', {}, h('summary', {}, 'Paste a text'), pasteForm(send)),
    h('details', {}, h('summary', {}, 'Fetch pages from the Web'), addressForm(fetchPages)),
    place,
    element,
    problems,
  );
}

function pasteForm(send: (files: readonly NamedFile[]) => Promise<void>): HTMLElement {
  const text = h('textarea', { id: 'paste', rows: 5 });
  const submit = (event: Event): void => {
    event.preventDefault();
    const pasted = text.value.trim();
    const first = pasted.split('\n')[0] ?? '';
    const title =
      first
        .slice(0, 60)
        .replace(/[^\p{L}\p{N} -]+/gu, ' ')
        .trim() || 'text';
    if (pasted !== '')
      void send([{ name: `${title}.txt`, file: new Blob([pasted]) }]).then(() => (text.value = ''));
  };
  return h(
    'form',
    { submit },
    labelled('Text', text, 'Its first line becomes its title.'),
    h('button', { type: 'submit' }, 'Add the text'),
  );
}

function addressForm(fetchPages: (wish: Readonly<Record<string, unknown>>) => Promise<void>): HTMLElement {
  const addresses = h('textarea', { id: 'addresses', rows: 3, placeholder: 'https://example.org/page' });
  const contact = h('input', { id: 'fetch-contact', value: contactOf(), autocomplete: 'email' });
  const submit = (event: Event): void => {
    event.preventDefault();
    const reach = contact.value.trim();
    keepContact(reach);
    const given = addresses.value.split(/\s+/).filter((address) => address !== '');
    void fetchPages({ addresses: given, contact: reach || undefined });
  };
  return h(
    'form',
    { submit },
    labelled('Addresses, one per line', addresses),
    labelled('Your e-mail or web address', contact, 'Servers see it, so that their operators can reach you.'),
    h('button', { type: 'submit' }, 'Fetch and add'),
  );
}
