import { pathTo } from '#platform/path-to.ts'

/** The settings pages small enough for a dialog: plain forms, and lists that lead to them. */
const smallSettings = [
  pathTo('/manage/settings/banners'),
  pathTo('/manage/settings/checkout'),
  pathTo('/manage/settings/languages'),
  pathTo('/manage/settings/leaver'),
  pathTo('/manage/settings/notices'),
  pathTo('/manage/settings/saved-replies'),
  pathTo('/manage/settings/support'),
] as const

/** Path and query of a link to one of them or to a page below it; null for any other link. */
export function readSettingsPath({ href }: Pick<HTMLAnchorElement, 'href'>): string | null {
  const url = new URL(href, location.href)
  const path = url.pathname.replace(/\/$/, '')
  const isSmall = smallSettings.some((smallSetting) => path === smallSetting || path.startsWith(`${smallSetting}/`))
  return url.origin === location.origin && isSmall ? path + url.search : null
}
