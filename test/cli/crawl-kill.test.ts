import { killedCrawlSuite } from '../support/killed-crawl-suite.js';

killedCrawlSuite(3, ['krs']);
