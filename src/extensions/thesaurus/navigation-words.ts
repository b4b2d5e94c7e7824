/**
 * Words of the frames of web pages rather than of their subjects: menus, legal notices, forms, sharing, dates. In the base
 * form in which words are counted. They are not proposed as terms, nor are phrases with one of them.
 */
const WORDS = `
  about account ad add address advert advertisement advertising ago agree app archive archives article author
  back banner blog blogger bookmark breadcrumb browse browser button buy
  captcha cart category checkout click close comment community conditions consent contact content contents cookie copyright
  country credit
  dashboard date day delete desktop disclaimer discussion donate download
  edit edition editor email error event expand
  facebook faq favorite favourite feed feedback filter follow follower footer form forum ftp
  gallery gdpr github google guest guide
  header help hide home homepage hour html http https
  icon image imprint index info information instagram
  javascript job join jpg
  keyword
  language latest layout learn legal less licence license like link linkedin list load log login logout logo
  mail main map member menu message mobile month more
  name navbar navigation net news newsletter next note notice notification
  official online org overview
  page pagination partner password pdf permalink phone photo pinterest player plugin podcast policy popular popup post poster
  prev preview previous price print privacy product profile publish publisher
  question quick
  rating read reader reddit register registration related reply report request reserved reset review right rss
  save screen scroll search section select send service session setting settings share shop sidebar sign signup site sitemap
  skip slide slider social sponsor start startup statement step story submit subscribe subscriber subscription summary
  support survey
  tab table tag tags team telephone term terms testimonial text thank thanks thumbnail time timeline tip title today toggle
  tomorrow tool toolbar top topic trademark translate translation tumblr tutorial tweet twitter
  unsubscribe update upload url user username
  version video view visit visitor
  web webinar webmaster website week welcome whatsapp widget wiki window www
  year yesterday youtube zip
  january february march april may june july august september october november december
  jan feb mar apr jun jul aug sep sept oct nov dec
  monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun
`;

const NAVIGATION: ReadonlySet<string> = new Set(WORDS.split(/\s+/).filter(Boolean));

/** Whether a term is of the frame of web pages. */
export function isNavigation(term: string): boolean {
  return term.split(' ').some((word) => NAVIGATION.has(word));
}
