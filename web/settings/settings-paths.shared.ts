/** The settings pages small enough for a dialog: plain forms, and lists that lead to them. */
const smallSettings = [
  '/manage/settings/banners',
  '/manage/settings/checkout',
  '/manage/settings/languages',
  '/manage/settings/leaver',
  '/manage/settings/notices',
  '/manage/settings/saved-replies',
  '/manage/settings/support',
] as const

/** Path and query of a link to one of them or to a page below it; null for any other link. */
export function readSettingsPath({ href }: Pick<HTMLAnchorElement, 'href'>): string | null {
  const url = new URL(href, location.href)
  const path = url.pathname.replace(/\/$/, '')
  const small = smallSettings.some((one) => path === one || path.startsWith(`${one}/`))
  return url.origin === location.origin && small ? path + url.search : null
}
