import { pathTo } from '#platform/path-to.ts'

export const promoCodesPath = pathTo('/manage/settings/promo-codes')
export const createCodePath = pathTo('/manage/settings/promo-codes/create')

/** The code that a link opens in a dialog; null for a new one. */
export type ShownCode = { promo_code_id: number | null }

/** The code of a link's URL, or null if it is not a link to one. */
export function parseShownCode({ pathname }: Pick<URL, 'pathname'>): ShownCode | null {
  if (pathname === createCodePath) return { promo_code_id: null }
  if (!pathname.startsWith(`${promoCodesPath}/`)) return null
  const [id] = /^\d{1,9}$/.exec(pathname.slice(promoCodesPath.length + 1)) ?? []
  return id ? { promo_code_id: Number(id) } : null
}
