import { killedCrawlSuite } from '../support/killed-crawl-suite.js';

killedCrawlSuite(2, ['krs']);
