export type { CrawlActivity } from '../../model/crawl-activity.js';
export { activityText } from '../../crawling/view/activity-text.js';
