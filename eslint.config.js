import js from '@eslint/js';
import tseslint from 'typescript-eslint';
import importX from 'eslint-plugin-import-x';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import { compositionRoots, zones } from './scripts/rooms.js';

export default tseslint.config(
  { ignores: ['dist', 'dist-bench', 'dist-docs', 'coverage', 'node_modules', 'corpora', 'demo', 'out'] },
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
      'import-x/no-duplicates': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      'no-console': 'error',
      'no-restricted-syntax': [
        'error',
        {
          selector: "CallExpression[callee.property.name='normalize'][arguments.0.value=/^NF/]",
          message: 'Use normalForm(): normalize() takes quadratic time for long runs of combining marks.',
        },
        {
          selector: "MemberExpression[object.name='URL'][property.name=/^(canParse|parse)$/]",
          message: 'Use parseUrl(): it bounds the time, and Node 20 refuses valid addresses here.',
        },
      ],
      complexity: ['error', 15],
      'max-lines-per-function': ['error', { max: 70, skipComments: true, skipBlankLines: true }],
    },
  },
  {
    files: compositionRoots,
    rules: {
      'import-x/no-restricted-paths': 'off',
      'no-restricted-imports': [
        'error',
        { patterns: [{ group: ['**/extensions/**'], message: 'Load extensions on demand, by import().' }] },
      ],
    },
  },
  {
    files: ['test/**', 'bench/**', 'examples/**'],
    rules: {
      'no-restricted-syntax': 'off',
      'max-lines-per-function': 'off',
      'no-console': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/require-await': 'off',
    },
  },
  {
    files: ['*.js', 'scripts/*.js', 'docs/.vitepress/**/*.js', '{bench,test}/**/*.mjs'],
    ...tseslint.configs.disableTypeChecked,
  },
);
