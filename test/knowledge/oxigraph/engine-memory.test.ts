import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { withMaximum } from '../../../src/knowledge/oxigraph/store-limit.js';

/** A module with one exported memory of 2 pages, `(module (memory (export "m") 2))`. */
const SMALL = Uint8Array.from([
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...[5, 3, 1, 0, 2],
  ...[7, 5, 1, 1, 0x6d, 2, 0],
]);

const memoryOf = (module: Uint8Array<ArrayBuffer>): WebAssembly.Memory =>
  new WebAssembly.Instance(new WebAssembly.Module(module)).exports['m'] as WebAssembly.Memory;

it('lets a memory grow to so many pages, and no further', () => {
  const memory = memoryOf(withMaximum(SMALL, 300));
  expect(memory.grow(298)).toBe(2);
  expect(() => memory.grow(1)).toThrow(RangeError);
  expect(() => memoryOf(withMaximum(SMALL, 1)).grow(1)).toThrow(RangeError);
});

it('leaves the module of the engine one that compiles', () => {
  const engine = createRequire(import.meta.url).resolve('oxigraph');
  const bytes = readFileSync(path.join(path.dirname(engine), 'node_bg.wasm'));
  const bounded = withMaximum(bytes, 1_000);
  expect(Math.abs(bounded.length - bytes.length)).toBeLessThan(10);
  expect(WebAssembly.validate(bounded)).toBe(true);
});
