import { describe, expect, it } from '@jest/globals';
import { crawlFields } from '../../../src/app/settings/crawl-settings.js';
import { COMMANDS } from '../../../src/cli/commands.js';
import { checkVariables } from '../../../src/app/settings/variables.js';

async function warningsFor(environment: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const warnings: string[] = [];
  await checkVariables(environment, crawlFields, (message) => void warnings.push(message), COMMANDS);
  return warnings;
}

describe('checkVariables', () => {
  it('accepts settings of this command and of others, and variables of tests and other programs', async () => {
    const environment = { PATH: '/bin', SFWC_TEST_FULL: '1', SFWC_MAX_PAGES: '7', SFWC_LINKER: 'wordnet' };
    expect(await warningsFor(environment)).toEqual([]);
  });

  it('warns of each variable that is no setting of any command, and suggests the nearest name', async () => {
    expect(await warningsFor({ SFWC_MAX_PAGE: '7', SFWC_QQQQQQQQ: '1' })).toEqual([
      "ignored the unknown environment variable SFWC_MAX_PAGE; did you mean 'SFWC_MAX_PAGES'?",
      'ignored the unknown environment variable SFWC_QQQQQQQQ',
    ]);
  });
});
