export type { CrawlActivity } from '../../crawl/engine/activity.js';
export { activityText } from '../../crawl/view/activity-text.js';
