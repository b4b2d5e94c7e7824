import { killedCrawlSuite } from '../support/killed-crawl-suite.js';
import { rounds } from '../support/thorough.js';
import { describeUnless } from './data.js';

describeUnless(undefined, 'killed crawls', () => killedCrawlSuite(rounds(10, 1), ['krs', 'learning']));
