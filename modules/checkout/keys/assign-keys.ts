import { checkoutErrors } from '#modules/checkout/errors.ts'
import { listCourseOffers } from '#modules/checkout/orders/offer.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { staff } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { type Key, keyStatus, lockKeys } from './key.sql.ts'
import { maskKeyCode } from './key-code.shared.ts'
import { keyTexts } from './keys.texts.ts'

export const assignKeys = operation({
  call: 'PUT /authorizationKeys/assignKeys',
  summary: 'Assigns active keys to an organization that offers their course: all of them or none',
  may: staff('MANAGE_AUTHORIZATION_KEYS:UPDATE'),
  takes: z.object({ organization_id: id(), keyIds: z.array(id()).min(1).max(1_000) }),
  gives: z.object({}),
  fails: [errors.notFound, checkoutErrors.keyNotActive, checkoutErrors.keyNotOffered],
  async run(ctx, { organization_id, keyIds }) {
    if (!ctx.organization.scope.includes(organization_id)) throw errors.notFound()
    const keys = await lockKeys(ctx, keyIds)
    const inactive = keys.find(({ lk_authorization_key_status_id: status }) => status !== keyStatus.Active)
    if (inactive) throw checkoutErrors.keyNotActive({ code: maskKeyCode(inactive.last_group) })
    await moveKeys(
      ctx,
      keys.filter((key) => key.organization_id !== organization_id),
      organization_id,
    )
    await auditAssignment(ctx, keys, organization_id)
    return { message: localText(ctx.locale, keyTexts, 'assigned') }
  },
})

/** Adds one audit row per organization that held some of the keys. */
async function auditAssignment(ctx: Ctx, keys: readonly Key[], organization_id: number): Promise<void> {
  for (const previous_id of new Set(keys.map((key) => key.organization_id))) {
    const keyIds = keys.filter((key) => key.organization_id === previous_id).map((key) => key.authorization_key_id)
    await ctx.audit({
      action: 'key.assign',
      subject: `organization_id:${organization_id}`,
      before: { organization_id: previous_id },
      after: { organization_id, keyIds },
    })
  }
}

/** Keys give access to the course as offered by their holder, so they get the new holder's course website. */
async function moveKeys(ctx: Ctx, keys: readonly Key[], organization_id: number): Promise<void> {
  const course_ids = [...new Set(keys.map(({ course_id }) => course_id))]
  const offerByCourse = new Map(
    (await listCourseOffers(ctx, organization_id, course_ids)).map((offer) => [
      offer.course_id,
      offer.course_website_id,
    ]),
  )
  const unavailableKey = keys.find(({ course_id }) => !offerByCourse.has(course_id))
  if (unavailableKey) throw checkoutErrors.keyNotOffered({ code: maskKeyCode(unavailableKey.last_group) })
  for (const course_id of course_ids) {
    const ids = keys.filter((key) => key.course_id === course_id).map((key) => key.authorization_key_id)
    await ctx.sql`
      update checkout.authorization_key
      set organization_id = ${organization_id}, course_website_id = ${offerByCourse.get(course_id)!}
      where authorization_key_id = any(${ctx.sql.array(ids)})`
  }
}
