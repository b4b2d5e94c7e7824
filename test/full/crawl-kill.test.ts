import { killedCrawlSuite } from '../support/killed-crawl-suite.js';
import { describeUnless } from './data.js';

describeUnless(undefined, 'crawls that are killed 50 times', () => killedCrawlSuite(50, ['krs', 'learning']));
