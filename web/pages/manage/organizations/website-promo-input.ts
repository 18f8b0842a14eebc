import type { SavedPromoCode } from '#modules/checkout/entry.ts'
import { fetchPromoCodesForWebsite } from '#modules/checkout/promo-codes/fetch-promo-codes.ts'
import { savePromoCodes } from '#modules/checkout/promo-codes/save-promo-codes.ts'
import type { Ctx } from '#platform/ctx.ts'
import { type Issue, Refusal } from '#platform/errors.ts'
import { withPoint } from '#platform/money.ts'
import { holds } from '#platform/permissions.ts'
import type { SentForm } from '#platform/web/form.ts'

/** The codes of a website, and whether the caller may change them. `website_id` is null for a new website. */
export type WebsiteCodes = { website_id: number | null; codes: SavedPromoCode[]; changes: boolean; now: string }

/** The rows for new codes, by the number in the names of their fields. */
export const newCodeRows = [0, 1, 2] as const

export async function loadWebsiteCodes(ctx: Ctx, website_id: number | null): Promise<WebsiteCodes> {
  const codes = website_id === null ? [] : (await fetchPromoCodesForWebsite.run(ctx, { website_id })).promoCodes
  return { website_id, codes, changes: holds(ctx.actor, 'MANAGE_SETTINGS:UPDATE'), now: ctx.now.toISOString() }
}

const numberOf = (text = '') => (text.trim() === '' ? undefined : Number(withPoint(text)))

/**
 * Saves the promo codes in a website's form: new rows, deleted and restored ones. Errors in a new row appear at its
 * field. Call it in the transaction that saves the website.
 */
export async function saveWebsiteCodes(ctx: Ctx, website_id: number, { values, all }: SentForm): Promise<void> {
  const rows = newCodeRows.filter((row) =>
    ['code', 'dollars', 'percent'].some((name) => values[`new_${name}_${row}`]?.trim()),
  )
  const deletedIds = all('promo_delete').map(Number)
  const restoredIds = new Set(all('promo_restore').map(Number))
  if (rows.length + deletedIds.length + restoredIds.size === 0) return
  const { promoCodes } = await fetchPromoCodesForWebsite.run(ctx, { website_id })
  const addedCodes = rows.map((row) => ({
    code: values[`new_code_${row}`] ?? '',
    website_id,
    dollar_amount_off: numberOf(values[`new_dollars_${row}`]),
    percent_off: numberOf(values[`new_percent_${row}`]),
  }))
  const restored = promoCodes
    .filter(({ promo_code_id }) => restoredIds.has(promo_code_id))
    .map((code) => restore(code, ctx.now))
  const websiteCodes = new Set(
    promoCodes.filter((code) => code.website_id === website_id).map(({ promo_code_id }) => promo_code_id),
  )
  const deletedPromoCodes = deletedIds.filter((promo_code_id) => websiteCodes.has(promo_code_id))
  await savePromoCodes.run(ctx, { promoCodes: [...addedCodes, ...restored], deletedPromoCodes }).catch(atRow(rows))
}

/** Restores a code; drops an end date that has passed. */
const restore = (code: SavedPromoCode, now: Date) => ({
  ...code,
  enabled: true,
  expires_at: code.expires_at !== null && Date.parse(code.expires_at) > now.getTime() ? code.expires_at : null,
})

const fields: Readonly<Record<string, string>> = {
  code: 'new_code',
  dollar_amount_off: 'new_dollars',
  percent_off: 'new_percent',
}

const atRow =
  (rows: readonly number[]) =>
  (error: unknown): never => {
    if (!(error instanceof Refusal)) throw error
    const issues = error.issues.map((issue): Issue => {
      const [, at, name] = /^promoCodes\.(\d+)\.(\w+)$/.exec(issue.path) ?? []
      const row = rows[Number(at)]
      return row !== undefined && name && fields[name] ? { ...issue, path: `${fields[name]}_${row}` } : issue
    })
    throw new Refusal(error.kind, error.params, error.answer, issues)
  }
