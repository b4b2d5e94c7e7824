import { describe, expect, it } from '@jest/globals';
import { licenceAddress, licenceName } from '../../../src/web/page/licences.js';

describe('licenceAddress and licenceName', () => {
  it.each([
    [
      'http://creativecommons.org/licenses/by-sa/4.0/',
      'https://creativecommons.org/licenses/by-sa/4.0/',
      'CC BY-SA 4.0',
    ],
    [
      'https://creativecommons.org/licenses/BY-NC/3.0/us/',
      'https://creativecommons.org/licenses/by-nc/3.0/us/',
      'CC BY-NC 3.0 US',
    ],
    [
      'https://creativecommons.org/publicdomain/zero/1.0/legalcode',
      'https://creativecommons.org/publicdomain/zero/1.0/',
      'CC0 1.0',
    ],
    ['/terms', 'https://a.example/terms', undefined],
    ['https://creativecommons.org/about/', 'https://creativecommons.org/about/', undefined],
  ])('%s', (stated, address, name) => {
    expect(licenceAddress(stated, 'https://a.example/x')).toBe(address);
    expect(licenceName(address)).toBe(name);
  });

  it.each(['', 'javascript:alert(1)', `http://a.example/${'x'.repeat(3000)}`])(
    'is not an address: %s',
    (stated) => {
      expect(licenceAddress(stated, 'https://a.example/')).toBeUndefined();
    },
  );
});
