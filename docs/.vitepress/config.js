import { existsSync, readdirSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { defineConfig } from 'vitepress';
import { headingSlug } from './heading-slug.js';

/** `npm run docs` (scripts/docs.js) puts the pages there. */
const SOURCE = 'dist-docs/source';

// Links to Turtle files are links to files; VitePress knows other endings itself.
process.env.VITE_EXTRA_EXTENSIONS = 'ttl';

/** Colours of the site are those of all faces. */
const FACES = 'src/extensions/server/page/faces.css';

/** Characters of code that stays on one line. */
const WHOLE = 24;

const link = (text, page) => ({ text, link: page });
const group = (text, items) => ({ text, items });

/** Pages of a folder that was generated. */
function generated(folder, named) {
  const place = `${SOURCE}/${folder}`;
  if (!existsSync(place)) return [];
  return readdirSync(place)
    .filter((file) => file.endsWith('.md') && file !== 'index.md')
    .map((file) => file.slice(0, -'.md'.length))
    .sort()
    .map((name) => link(named(name), `/${folder}/${name}`));
}

const sidebar = [
  group('Start', [
    link('Home', '/'),
    link('Install', '/docs/install'),
    link('First collection, in a browser', '/docs/first-collection'),
    link('First crawl', '/docs/first-crawl'),
    link('Concepts', '/docs/concepts'),
    link('Troubleshooting', '/docs/troubleshooting'),
  ]),
  group('Guide', [
    link('Topics', '/docs/topics'),
    link('Judging', '/docs/judging'),
    link('Crawling', '/docs/crawling'),
    link('Results', '/docs/results'),
    link('SPARQL', '/docs/sparql'),
    link('Control room', '/docs/control-room'),
    link('From a program', '/docs/program'),
    link('Many machines', '/docs/many-machines'),
    link('Sample corpora', '/corpora/README'),
    link('Examples', '/examples/'),
  ]),
  group('Evidence', [link('The papers, and what held', '/docs/papers'), link('Benchmarks', '/bench/README')]),
  group('Reference', [
    link('Commands', '/docs/reference/'),
    link('Project file and exit codes', '/docs/commands'),
    link('API', '/docs/api/'),
  ]),
  group('Project', [
    link('Security', '/SECURITY'),
    link('Changelog', '/CHANGELOG'),
    link('Architecture', '/ARCHITECTURE'),
    link('Decisions', '/docs/decisions'),
    link('Contributing', '/CONTRIBUTING'),
  ]),
];

/** Commands and the API have lists of their own: they are too long to be part of every page. */
const KINDS = ['functions', 'classes', 'interfaces', 'type-aliases', 'variables'];
const { exports: entries } = JSON.parse(readFileSync('package.json', 'utf8'));
const apiSidebar = [
  link('All exports', '/docs/api/'),
  ...Object.entries(entries).flatMap(([name, { types }]) => {
    if (types === undefined) return [];
    const module = types.slice('./dist/'.length, -'.d.ts'.length).replace(/\/index$/, '');
    const pages = KINDS.flatMap((kind) => generated(`docs/api/${module}/${kind}`, (page) => page));
    return [group(`sfwc${name.slice(1)}`, pages)];
  }),
];

const commandSidebar = [
  link('All commands', '/docs/reference/'),
  group(
    'Commands',
    generated('docs/reference', (name) => `sfwc ${name.replace('-', ' ')}`),
  ),
];

/** Table headers without text, as in the corner of a table, are cells. */
function withoutEmptyHeaders(markdown) {
  markdown.core.ruler.push('empty-headers', ({ tokens }) => {
    for (const [index, token] of tokens.entries()) {
      if (token.type !== 'th_open' || tokens[index + 1]?.content !== '') continue;
      token.tag = 'td';
      tokens[index + 2].tag = 'td';
    }
  });
}

/** VitePress reads pages as templates of Vue: `{{` in them is text here, never an expression. */
function withoutExpressions(markdown) {
  for (const kind of ['text', 'code_inline']) {
    const render = markdown.renderer.rules[kind];
    markdown.renderer.rules[kind] = (...given) => render(...given).replaceAll('{{', '&#123;&#123;');
  }
}

/**
 * Commands are wrapped between words only (style.css): the highlighter's pieces lose the space before them, which stands on its own.
 */
const wholeWords = {
  line(node) {
    node.children = node.children.flatMap((piece) => {
      const text = piece.children?.[0]?.value;
      const [, space = '', word = ''] = /^(\s*)(\S+)$/.exec(text ?? '') ?? [];
      if (word === '') return [piece];
      piece.children[0].value = word;
      piece.properties.class = 'word';
      return space === '' ? [piece] : [{ type: 'text', value: space }, piece];
    });
  },
};

/** Short code in a line is not broken, as `--` and the name of an option would be. */
function withWholeNames(markdown) {
  const render = markdown.renderer.rules.code_inline;
  markdown.renderer.rules.code_inline = (tokens, index, ...given) => {
    if (tokens[index].content.length <= WHOLE) tokens[index].attrJoin('class', 'whole');
    return render(tokens, index, ...given);
  };
}

/**
 * A picture `NAME-light.webp` is shown where the page is light, and `NAME-dark.webp` where it is dark. A moving one has a button
 * that stops it, and stands still for readers who prefer that.
 */
function withBothSchemes(markdown) {
  const render = markdown.renderer.rules.image;
  markdown.renderer.rules.image = (tokens, index, ...given) => {
    const [source, text] = [tokens[index].attrGet('src'), markdown.utils.escapeHtml(tokens[index].content)];
    if (!source.endsWith('-light.webp')) return render(tokens, index, ...given);
    const isMoving = source.endsWith('film-light.webp');
    const pictures = ['light', 'dark'].map((scheme) => {
      const at = (file) => `./${file.replace('-light.', `-${scheme}.`)}`;
      const image = `<img class="on-${scheme}" src="${at(source)}" alt="${text}" width="${isMoving ? 1120 : 1200}" height="${isMoving ? 700 : 800}" loading="lazy">`;
      if (!isMoving) return image;
      const still = at(source.replace('film-', 'control-room-overview-'));
      return `<picture><source media="(prefers-reduced-motion: reduce)" srcset="${still}">${image}</picture>`;
    });
    const button = '<button type="button" class="pause" aria-pressed="false">Pause</button>';
    return `<span class="shot${isMoving ? ' film' : ''}">${pictures.join('')}${isMoving ? button : ''}</span>`;
  };
}

/** The custom properties of the first rule of the faces' style sheet. @throws Error if that has none */
function faceColours() {
  const [, rule = ''] = /:root \{([^}]*)\}/.exec(readFileSync(FACES, 'utf8')) ?? [];
  const colours = rule.match(/--[\w-]+: [^;]+;/g);
  if (colours === null) throw new Error(`${FACES} does not begin with the colours`);
  return `:root{${colours.join('')}}`;
}

const base = process.env.DOCS_BASE ?? '/';

export default defineConfig({
  title: 'sfwc',
  description: 'A semantic focused web crawler',
  head: [
    ['link', { rel: 'icon', type: 'image/svg+xml', href: `${base}logo.svg` }],
    ['style', {}, faceColours()],
  ],
  srcDir: `../${SOURCE}`,
  outDir: '../dist-docs/site',
  cacheDir: '../dist-docs/cache',
  // The path of the site on its host, such as /sfwc/.
  base,
  metaChunk: true,
  markdown: {
    anchor: { slugify: headingSlug },
    codeTransformers: [wholeWords],
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config: (markdown) => {
      withoutExpressions(markdown);
      withoutEmptyHeaders(markdown);
      withWholeNames(markdown);
      withBothSchemes(markdown);
    },
  },
  themeConfig: {
    logo: { src: '/logo.svg', alt: '' },
    search: {
      provider: 'local',
      // The reference of the API has many pages with the same words.
      options: {
        miniSearch: { searchOptions: { boostDocument: (page) => (page.includes('/docs/api/') ? 0.2 : 1) } },
      },
    },
    nav: [
      link('First collection', '/docs/first-collection'),
      link('First crawl', '/docs/first-crawl'),
      link('Guide', '/docs/concepts'),
      link('Commands', '/docs/reference/'),
      link('API', '/docs/api/'),
    ],
    sidebar: { '/docs/api/': apiSidebar, '/docs/reference/': commandSidebar, '/': sidebar },
    outline: [2, 3],
    socialLinks: [],
  },
});
