import { checkoutErrors } from '#modules/checkout/errors.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors, type Issue } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { staff } from '#platform/permissions.ts'
import { id, list, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { deleteOrEnd } from './delete-or-end.sql.ts'
import { describeHolder } from './describe-holder.ts'
import { PromoCodeDraft, promoCodeColumns, promoCodeResponse, SavedPromoCode } from './promo-code.schema.ts'
import { promoTexts } from './promo-code.texts.ts'
import { findInTheWay, listHolders, organizationOfWebsite, selectSavedCodes } from './saved-codes.sql.ts'

const max = 500
/** An id, or its row. */
const Deleted = z.union([id(), z.object({ promo_code_id: id() }).transform(({ promo_code_id }) => promo_code_id)])

export const savePromoCodes = operation({
  call: 'POST /settings/savePromoCodes',
  summary: 'Adds, changes and deletes promo codes, all of them or none. A used code is ended instead of deleted',
  may: staff('MANAGE_SETTINGS:UPDATE'),
  takes: z.object({
    promoCodes: list(PromoCodeDraft, max).default([]),
    deletedPromoCodes: list(Deleted, max).default([]),
  }),
  gives: z.object({
    promoCodes: z.array(SavedPromoCode),
    deleted: z.array(z.int()),
    /** Used or in a cart: they stay in the list but no longer work. */
    ended: z.array(z.int()),
  }),
  fails: [errors.notFound, checkoutErrors.promoTaken],
  async run(ctx, { promoCodes: drafts, deletedPromoCodes }) {
    // Serialized: whether a code is free is checked before it is written.
    await ctx.sql`select pg_advisory_xact_lock(hashtext('checkout.promo_code'))`
    const savedCodes = await selectSavedCodes(ctx, deletedPromoCodes)
    const { deleted, ended } = await deleteOrEnd(ctx, deletedPromoCodes)
    const before = await selectSavedCodes(ctx, idsOf(drafts))
    const placed = await placeAll(ctx, drafts, new Map(before.map((row) => [row.promo_code_id, row.organization_id])))
    await requireFree(ctx, placed)
    const ids = await writeAll(ctx, placed)
    const promoCodes = (await selectSavedCodes(ctx, ids)).map(promoCodeResponse)
    await ctx.audit({
      action: 'promo.save',
      before: { promoCodes: [...before, ...savedCodes].map(promoCodeResponse) },
      after: { promoCodes, deleted, ended },
    })
    return { promoCodes, deleted, ended, message: localText(ctx.locale, promoTexts, 'saved') }
  },
})

const idsOf = (drafts: readonly PromoCodeDraft[]) => drafts.flatMap(({ promo_code_id }) => promo_code_id ?? [])

type Placed = PromoCodeDraft & { organization_id: number }

/** A code belongs to its website's organization; one for all websites to the visited one, or stays where it is. */
async function placeAll(
  ctx: Ctx,
  drafts: readonly PromoCodeDraft[],
  owners: ReadonlyMap<number, number>,
): Promise<Placed[]> {
  const placed: Placed[] = []
  for (const draft of drafts) {
    const owner = draft.promo_code_id === null ? undefined : owners.get(draft.promo_code_id)
    const websiteOwner = draft.website_id === null ? null : await organizationOfWebsite(ctx, draft.website_id)
    // Its uses and orders stay with its organization, and so does the code.
    if (owner !== undefined && websiteOwner !== null && owner !== websiteOwner) throw errors.notFound()
    placed.push({ ...draft, organization_id: owner ?? websiteOwner ?? ctx.organization.organization_id })
  }
  return placed
}

/** Throws promoTaken with each row whose code is taken, in the database or by an earlier row. */
async function requireFree(ctx: Ctx, placed: readonly Placed[]): Promise<void> {
  const holders = await listHolders(ctx, placed)
  const codes: string[] = []
  const issues: Issue[] = []
  placed.forEach((draft, at) => {
    const inTheWay = findInTheWay(holders, draft)
    if (inTheWay) {
      codes.push(draft.code)
      issues.push({ path: `promoCodes.${at}.code`, message: describeHolder(ctx.locale, inTheWay) })
    }
    holders.push({ ...draft, promo_code_id: null, website_name: null })
  })
  if (codes[0]) throw checkoutErrors.promoTaken({ code: codes[0] }, {}, issues)
}

async function writeAll({ sql }: Ctx, placed: readonly Placed[]): Promise<number[]> {
  const ids: number[] = []
  for (const { promo_code_id, organization_id, ...draft } of placed) {
    const row = promoCodeColumns({ ...draft, promo_code_id })
    const [promoCode] =
      promo_code_id === null
        ? await sql<{ promo_code_id: number }>`
            insert into checkout.promo_code ${sql({ organization_id, ...row })} returning promo_code_id`
        : await sql<{ promo_code_id: number }>`
            update checkout.promo_code set ${sql(row)}
            where promo_code_id = ${promo_code_id} and organization_id = ${organization_id} returning promo_code_id`
    ids.push(promoCode!.promo_code_id)
  }
  return ids
}
