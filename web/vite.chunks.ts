/** What every first visit needs, whatever page it is to. */
const common = [
  /node_modules\/(preact|react-router)\//,
  /shared\/src\/(boot|clock|ids|session|text|ticker)\.ts/,
  /shared\/src\/api\/(?!events|live-events|queries|read-by-one|venue-states|live-balance)/,
  /player\/src\/(main|pages|paths|open-order|site-map|dev-pages)\.tsx?$/,
  /player\/src\/shell\/(?!queries|use-(?!shell-text|support))[\w-]+\.tsx?$/,
  /player\/src\/shell\/text\/zh-cn/,
  /player\/src\/ui\/(toast\.ts|site-form|in-app|open-later|link|art\/logo)/,
]

/** What a player, a click or a scroll brings: the shell's other half. */
const onDemand =
  /dialog|menu-panel|player-bar|player-text|balance-chip|deposit-notice|player-notices|account-(?!bar)|logout|footer-body/

/** The bars of the desktop, which no phone loads. */
const desktop =
  /player\/src\/(shell\/(desktop-layout|top-|menu|more-menu|popdown|account-bar|use-scrolled|use-hover-panel)|ui\/icons\/chevron)/

/** The bars of the phone, which no desktop loads. */
const phone =
  /player\/src\/(shell\/h5\/(h5-layout|tab-bar|top-bar|line-icon|pull-to-refresh|use-(back|typing|h5-text)|text\/zh-cn)|pwa\/(app-part|install|links-in-app))\.tsx?$/

/** Both homes, the category pages and their neighbours show venues: one file instead of five small ones. */
const venues =
  /player\/src\/features\/venue\/(open-venues|launch-button|state-chip|use-(login-first|venue-now|venues-text)|venue-(pages|picture)|text\/venues\.zh-cn)\.tsx?$/

/** What was read from the server is kept by a library that pages need and bars do not. */
const queries =
  /node_modules\/@tanstack\/.*\/(?!useQueries|queriesObserver|useInfinite|infiniteQueryObserver|useMutation|mutationObserver)[\w-]+\.js$|shared\/src\/(api\/(queries|read-by-one|venue-states)|money)|player\/src\/shell\/queries/

/**
 * What every first visit needs is one file, because one file packs far smaller than its parts; the store of what was
 * read is a second. Everything else splits by page, as its imports say.
 */
export function chunkOf(id: string): string | null {
  if (onDemand.test(id)) return null
  if (desktop.test(id)) return 'desktop'
  if (phone.test(id)) return 'phone'
  if (venues.test(id)) return 'venues'
  if (common.some((group) => group.test(id))) return 'common'
  return queries.test(id) ? 'queries' : null
}
