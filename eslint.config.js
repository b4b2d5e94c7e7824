import js from '@eslint/js';
import tseslint from 'typescript-eslint';
import importX from 'eslint-plugin-import-x';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';

/**
 * The rooms of src/ in the order of the data. A room may import from the rooms named here and from itself,
 * nothing else; ARCHITECTURE.md says why.
 */
const rooms = {
  model: [],
  support: ['model'],
  config: ['model'],
  threads: ['model', 'support'],
  corpus: ['model', 'support', 'page'],
  text: ['model', 'support'],
  wordnet: ['model', 'support', 'text'],
  linking: ['model', 'support', 'text', 'wordnet'],
  expansion: ['model', 'support', 'wordnet'],
  krs: ['model', 'support'],
  kb: ['model', 'support'],
  page: ['model', 'support'],
  learning: ['model', 'support'],
  topic: ['model', 'support', 'learning'],
  priority: ['model', 'support', 'learning'],
  archive: ['model', 'support'],
  crawl: ['model', 'support'],
  search: ['model', 'support', 'corpus', 'page'],
  harvest: ['model', 'support', 'crawl'],
  'virtual-web': ['model', 'support', 'corpus', 'archive'],
  evaluation: ['model', 'support'],
  app: [
    'model',
    'support',
    'config',
    'threads',
    'corpus',
    'text',
    'wordnet',
    'linking',
    'expansion',
    'krs',
    'kb',
    'page',
    'learning',
    'topic',
    'priority',
    'archive',
    'crawl',
    'search',
    'harvest',
    'virtual-web',
    'evaluation',
  ],
  server: ['model', 'support', 'config', 'app'],
  cli: ['model', 'support', 'config', 'app', 'server'],
};

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
    files: ['test/**', 'bench/**'],
    rules: {
      'max-lines-per-function': 'off',
      'no-console': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/require-await': 'off',
    },
  },
  { files: ['*.js', 'scripts/*.js', '{bench,test}/**/*.mjs'], ...tseslint.configs.disableTypeChecked },
);
