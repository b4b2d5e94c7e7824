import { killedCrawlSuite } from '../support/killed-crawl-suite.js';

killedCrawlSuite(6, ['krs']);
