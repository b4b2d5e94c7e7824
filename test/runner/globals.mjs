/**
 * Stands in for `@jest/globals`: hands on what the run of the present file offers, because helpers are loaded once and
 * used by many files.
 */
let current = {};

/** Makes these the functions of Jest from now on. */
export function setGlobals(globals) {
  current = globals;
}

function forward(name) {
  return new Proxy(function () {}, {
    apply: (_target, _this, args) => current[name](...args),
    get: (_target, key) => current[name][key],
  });
}

export const afterAll = forward('afterAll');
export const afterEach = forward('afterEach');
export const beforeAll = forward('beforeAll');
export const beforeEach = forward('beforeEach');
export const describe = forward('describe');
export const expect = forward('expect');
export const it = forward('it');
export const jest = forward('jest');
export const test = forward('test');
