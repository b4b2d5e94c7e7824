import { describe, expect, it } from '@jest/globals';
import { crawlFields } from '../../src/config/crawl-settings.js';
import { checkVariables } from '../../src/config/variables.js';

describe('checkVariables', () => {
  it('accepts settings of this command and of others, and variables of tests and other programs', async () => {
    const environment = { PATH: '/bin', SFWC_TEST_FULL: '1', SFWC_MAX_PAGES: '7', SFWC_LINKER: 'wordnet' };
    await expect(checkVariables(environment, crawlFields)).resolves.toBeUndefined();
  });

  it('rejects a variable that is no setting of any command', async () => {
    await expect(checkVariables({ SFWC_MAX_PAGE: '7' }, crawlFields)).rejects.toMatchObject({
      name: 'UsageError',
      message: 'unknown environment variable SFWC_MAX_PAGE',
    });
  });
});
