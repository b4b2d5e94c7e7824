import { describe, expect, it } from '@jest/globals';
import { lineLogger, silentLogger } from '../../src/support/logger.js';

describe('lineLogger', () => {
  it('writes one line a message and marks warnings', () => {
    let written = '';
    const logger = lineLogger((line) => (written += line));
    logger.info('3 documents');
    logger.warn('one was empty');
    silentLogger.warn('nobody hears this');
    expect(written).toBe('3 documents\nwarning: one was empty\n');
  });
});
