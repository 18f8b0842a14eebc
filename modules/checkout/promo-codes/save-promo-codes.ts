import { checkoutErrors } from '#modules/checkout/errors.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors, type Issue } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { staff } from '#platform/permissions.ts'
import { id, list, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { deleteOrEndCodes } from './delete-or-end.sql.ts'
import { describeHolder } from './describe-holder.ts'
import { PromoCodeDraft, promoCodeColumns, promoCodeResponse, SavedPromoCode } from './promo-code.schema.ts'
import { promoTexts } from './promo-code.texts.ts'
import { findConflict, listHolders, selectSavedCodes, selectWebsiteOrganization } from './saved-codes.sql.ts'

const maxCodes = 500
/** An id, or a row that contains it. */
const CodeReference = z.union([id(), z.object({ promo_code_id: id() }).transform(({ promo_code_id }) => promo_code_id)])

export const savePromoCodes = operation({
  call: 'POST /settings/savePromoCodes',
  summary: 'Adds, changes and deletes promo codes, all of them or none. A used code is ended instead of deleted',
  may: staff('MANAGE_SETTINGS:UPDATE'),
  takes: z.object({
    promoCodes: list(PromoCodeDraft, maxCodes).default([]),
    deletedPromoCodes: list(CodeReference, maxCodes).default([]),
  }),
  gives: z.object({
    promoCodes: z.array(SavedPromoCode),
    deleted: z.array(z.int()),
    /** Codes that were used or are in a cart: they stay in the list but can no longer be applied. */
    ended: z.array(z.int()),
  }),
  fails: [errors.notFound, checkoutErrors.promoTaken],
  async run(ctx, { promoCodes: drafts, deletedPromoCodes }) {
    // Serialized, because a code's availability is checked before it is written.
    await ctx.sql`select pg_advisory_xact_lock(hashtext('checkout.promo_code'))`
    const codesToDelete = await selectSavedCodes(ctx, deletedPromoCodes)
    const { deleted, ended } = await deleteOrEndCodes(ctx, deletedPromoCodes)
    const before = await selectSavedCodes(ctx, idsOf(drafts))
    const ownedDrafts = await assignOrganizations(
      ctx,
      drafts,
      new Map(before.map((row) => [row.promo_code_id, row.organization_id])),
    )
    await requireAvailable(ctx, ownedDrafts)
    const ids = await saveDrafts(ctx, ownedDrafts)
    const promoCodes = (await selectSavedCodes(ctx, ids)).map(promoCodeResponse)
    await ctx.audit({
      action: 'promo.save',
      before: { promoCodes: [...before, ...codesToDelete].map(promoCodeResponse) },
      after: { promoCodes, deleted, ended },
    })
    return { promoCodes, deleted, ended, message: localText(ctx.locale, promoTexts, 'saved') }
  },
})

const idsOf = (drafts: readonly PromoCodeDraft[]) => drafts.flatMap(({ promo_code_id }) => promo_code_id ?? [])

type OwnedDraft = PromoCodeDraft & { organization_id: number }

/** A code belongs to its website's organization. A new one for all websites belongs to the visited organization. */
async function assignOrganizations(
  ctx: Ctx,
  drafts: readonly PromoCodeDraft[],
  owners: ReadonlyMap<number, number>,
): Promise<OwnedDraft[]> {
  const ownedDrafts: OwnedDraft[] = []
  for (const draft of drafts) {
    const owner = draft.promo_code_id === null ? undefined : owners.get(draft.promo_code_id)
    const websiteOwner = draft.website_id === null ? null : await selectWebsiteOrganization(ctx, draft.website_id)
    // A code can't move to another organization, because its uses and orders belong to the first.
    if (owner !== undefined && websiteOwner !== null && owner !== websiteOwner) throw errors.notFound()
    ownedDrafts.push({ ...draft, organization_id: owner ?? websiteOwner ?? ctx.organization.organization_id })
  }
  return ownedDrafts
}

/** Throws promoTaken with an issue for each row whose code is taken, in the database or by an earlier row. */
async function requireAvailable(ctx: Ctx, ownedDrafts: readonly OwnedDraft[]): Promise<void> {
  const holders = await listHolders(ctx, ownedDrafts)
  const codes: string[] = []
  const issues: Issue[] = []
  ownedDrafts.forEach((draft, index) => {
    const conflict = findConflict(holders, draft)
    if (conflict) {
      codes.push(draft.code)
      issues.push({ path: `promoCodes.${index}.code`, message: describeHolder(ctx.locale, conflict) })
    }
    holders.push({ ...draft, promo_code_id: null, website_name: null })
  })
  if (codes[0]) throw checkoutErrors.promoTaken({ code: codes[0] }, {}, issues)
}

async function saveDrafts({ sql }: Ctx, ownedDrafts: readonly OwnedDraft[]): Promise<number[]> {
  const ids: number[] = []
  for (const { promo_code_id, organization_id, ...draft } of ownedDrafts) {
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
