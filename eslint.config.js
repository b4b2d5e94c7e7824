import js from '@eslint/js';
import tseslint from 'typescript-eslint';
import importX from 'eslint-plugin-import-x';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';

/**
 * The rooms of src/, those that know the least first. A room may import from the rooms named here and from itself,
 * nothing else. ARCHITECTURE.md describes them.
 */
const rooms = {
  model: [],
  support: ['model'],
  config: ['model', 'support'],
  threads: ['model', 'support'],
  http: ['model', 'support'],
  page: ['model', 'support'],
  text: ['model', 'support'],
  learning: ['model', 'support'],
  krs: ['model', 'support'],
  kb: ['model', 'support'],
  archive: ['model', 'support'],
  crawl: ['model', 'support'],
  evaluation: ['model', 'support'],
  wordnet: ['model', 'support', 'text'],
  topic: ['model', 'support', 'learning'],
  priority: ['model', 'support', 'learning'],
  corpus: ['model', 'support', 'http', 'page', 'text'],
  linking: ['model', 'support', 'http', 'text', 'wordnet'],
  expansion: ['model', 'support', 'wordnet'],
  search: ['model', 'support', 'http', 'corpus', 'page'],
  harvest: ['model', 'support', 'http', 'crawl'],
  'virtual-web': ['model', 'support', 'http', 'corpus', 'archive'],
  wikipedia: ['model', 'support', 'config', 'corpus', 'linking'],
  knowledge: ['model', 'support', 'config', 'kb', 'krs', 'topic'],
  serving: ['model', 'support', 'threads', 'kb', 'knowledge'],
  plugins: ['model', 'support', 'config', 'topic'],
  judging: [
    'model',
    'support',
    'config',
    'plugins',
    'threads',
    'page',
    'text',
    'wordnet',
    'linking',
    'expansion',
    'krs',
    'kb',
    'topic',
    'knowledge',
  ],
  building: [
    'model',
    'support',
    'config',
    'plugins',
    'corpus',
    'text',
    'linking',
    'wordnet',
    'krs',
    'kb',
    'topic',
    'crawl',
    'knowledge',
    'judging',
  ],
  'crawl-setup': [
    'model',
    'support',
    'config',
    'plugins',
    'http',
    'wordnet',
    'expansion',
    'kb',
    'priority',
    'crawl',
    'virtual-web',
    'knowledge',
    'judging',
  ],
  comparison: [
    'model',
    'support',
    'config',
    'threads',
    'learning',
    'page',
    'kb',
    'plugins',
    'priority',
    'crawl',
    'virtual-web',
    'evaluation',
    'knowledge',
    'judging',
    'crawl-setup',
  ],
  ratings: ['model', 'support', 'config', 'crawl', 'virtual-web', 'evaluation'],
};

/** Use cases know every room above; what shows them to the world knows the use cases. */
const everyRoom = Object.keys(rooms);
Object.assign(rooms, {
  app: everyRoom,
  server: ['model', 'support', 'config', 'serving', 'app'],
  api: [...everyRoom, 'app', 'server'],
  cli: ['model', 'support', 'config', 'building', 'crawl-setup', 'app', 'server'],
});

const zones = Object.entries(rooms).map(([room, allowed]) => ({
  target: `./src/${room}`,
  from: './src',
  except: [room, ...allowed].map((name) => `./${name}`),
  message: `src/${room} may import only from: ${[room, ...allowed].join(', ')}`,
}));

export default tseslint.config(
  { ignores: ['dist', 'dist-bench', 'coverage', 'node_modules', 'corpora', 'demo', 'out'] },
  js.configs.recommended,
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ['*.js'] },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    plugins: { 'import-x': importX },
    settings: { 'import-x/resolver-next': [createTypeScriptImportResolver()] },
    rules: {
      'import-x/no-restricted-paths': ['error', { zones }],
      'import-x/no-cycle': 'error',
      'import-x/no-duplicates': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      'no-console': 'error',
      complexity: ['error', 15],
      'max-lines-per-function': ['error', { max: 70, skipComments: true, skipBlankLines: true }],
    },
  },
  {
    files: ['test/**', 'bench/**', 'examples/**'],
    rules: {
      'max-lines-per-function': 'off',
      'no-console': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/require-await': 'off',
    },
  },
  { files: ['*.js', 'scripts/*.js', '{bench,test}/**/*.mjs'], ...tseslint.configs.disableTypeChecked },
);
