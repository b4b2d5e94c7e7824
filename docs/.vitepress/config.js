import { existsSync, readdirSync } from 'node:fs';
import process from 'node:process';
import { defineConfig } from 'vitepress';
import { headingSlug } from './heading-slug.js';

/** `npm run docs` (scripts/docs.js) puts the pages there. */
const SOURCE = 'dist-docs/source';

// Links to Turtle files are links to files; VitePress knows other endings itself.
process.env.VITE_EXTRA_EXTENSIONS = 'ttl';

const link = (text, page) => ({ text, link: page });
const group = (text, items, collapsed = false) => ({ text, items, collapsed });

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
    link('What sfwc is', '/'),
    link('Install', '/docs/install'),
    link('First crawl', '/docs/first-crawl'),
    link('Concepts', '/docs/concepts'),
    link('Glossary', '/docs/glossary'),
    link('Troubleshooting', '/docs/troubleshooting'),
  ]),
  group('How to', [
    link('Use a Wikipedia category', '/docs/how-to/wikipedia-category'),
    link('Use a folder of PDF files', '/docs/how-to/pdf-folder'),
    link('Crawl a web archive', '/docs/how-to/web-archive'),
    link('Use your own search engine', '/docs/how-to/search-engine'),
    link('Crawl in another language', '/docs/how-to/another-language'),
    link('Crawl with ten machines', '/docs/how-to/ten-machines'),
    link('Teach a crawl', '/docs/how-to/teach'),
    link('Query the reasons in SPARQL', '/docs/how-to/reasons-in-sparql'),
    link('Use results in Python and R', '/docs/how-to/python-and-r'),
  ]),
  group('Guide', [
    link('Corpora', '/corpora/README'),
    link('The knowledge base', '/docs/knowledge-base'),
    link('SPARQL endpoints', '/docs/endpoints'),
    link('How a page is judged', '/docs/judging'),
    link('Crawling', '/docs/crawling'),
    link('Pages that scripts fill', '/docs/rendering'),
    link('Archives', '/docs/archives'),
    link('Knowing when to stop', '/docs/stopping'),
    link('The control room', '/docs/control-room'),
    link('Past one machine', '/docs/scale'),
    link('Assistants', '/docs/assistants'),
    link('Commands and exit codes', '/docs/commands'),
    link('From a program', '/docs/program'),
    link('Write your own parts', '/docs/plugins'),
    link('Examples', '/examples/'),
  ]),
  group('Evidence', [
    link('Other crawlers', '/docs/other-crawlers'),
    link('The papers, and what held', '/docs/papers'),
    link('Comparison of strategies', '/docs/comparison'),
    link('Speed and memory', '/docs/performance'),
    link('Reproducing the figures', '/docs/reproduce'),
  ]),
  group(
    'Commands',
    [
      link('All commands', '/docs/reference/'),
      ...generated('docs/reference', (name) => `sfwc ${name.replace('-', ' ')}`),
    ],
    true,
  ),
  link('API', '/docs/api/'),
  group('Project', [
    link('Security', '/SECURITY'),
    link('Changelog', '/CHANGELOG'),
    link('Architecture', '/ARCHITECTURE'),
    link('Decisions', '/docs/decisions/'),
    link('Contributing', '/CONTRIBUTING'),
  ]),
];

/** Pages of the API have a list of their own: it is too long to be part of every page. */
const apiSidebar = [
  link('All exports', '/docs/api/'),
  ...['functions', 'classes', 'interfaces', 'type-aliases', 'variables'].map((kind) =>
    group(
      kind,
      generated(`docs/api/${kind}`, (name) => name),
      true,
    ),
  ),
];

/** VitePress reads pages as templates of Vue: `{{` in them is text here, never an expression. */
function withoutExpressions(markdown) {
  for (const kind of ['text', 'code_inline']) {
    const render = markdown.renderer.rules[kind];
    markdown.renderer.rules[kind] = (...given) => render(...given).replaceAll('{{', '&#123;&#123;');
  }
}

export default defineConfig({
  title: 'sfwc',
  description: 'A semantic focused web crawler',
  srcDir: `../${SOURCE}`,
  outDir: '../dist-docs/site',
  cacheDir: '../dist-docs/cache',
  // The path of the site on its host, such as /sfwc/.
  base: process.env.DOCS_BASE ?? '/',
  metaChunk: true,
  markdown: { anchor: { slugify: headingSlug }, config: withoutExpressions },
  themeConfig: {
    search: { provider: 'local' },
    nav: [
      link('First crawl', '/docs/first-crawl'),
      link('Commands', '/docs/reference/'),
      link('API', '/docs/api/'),
    ],
    sidebar: { '/docs/api/': apiSidebar, '/': sidebar },
    outline: [2, 3],
    socialLinks: [],
  },
});
