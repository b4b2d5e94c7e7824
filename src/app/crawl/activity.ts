export type { CrawlActivity } from '../../model/crawl-activity.js';
export { activityText } from '../../crawl/view/activity-text.js';
