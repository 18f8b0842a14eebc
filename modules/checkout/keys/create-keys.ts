import { randomUUID } from 'node:crypto'
import { checkoutErrors } from '#modules/checkout/errors.ts'
import { findOffer, listCourseOffers, type Offer } from '#modules/checkout/orders/offer.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { staff } from '#platform/permissions.ts'
import { count, id, optionalText, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { insertBatch, openCodes, selectBatchOfRequest } from './key-batch.sql.ts'
import { keyHasher } from './key-code.ts'
import { keyTexts } from './keys.texts.ts'

/** The maximum number of keys that one request creates. */
const maxKeys = 1_000

const batchCodes = z.array(z.string()).nullable()

export const createKeys = operation({
  call: 'POST /authorizationKeys/createKeys',
  clients: 'createAuthorizationKeys',
  summary: 'Creates keys for a course, for the organization that offers it or another one. The codes are shown once',
  may: staff('MANAGE_AUTHORIZATION_KEYS:CREATE'),
  takes: z.object({
    course_website_id: id(),
    count: count(1, maxKeys),
    organization_id: id().nullish(),
    note: optionalText(500),
    /** Makes the request idempotent. */
    request_id: z.uuid().nullish(),
  }),
  gives: z.object({ error: z.literal(false), authorization_key_batch_id: z.int(), codes: batchCodes }),
  fails: [checkoutErrors.courseNotOffered, errors.conflict],
  async run(ctx, { course_website_id, count: quantity, organization_id, note, request_id }) {
    const offer = await selectOffer(ctx, course_website_id, organization_id ?? null)
    const site_id = ctx.organization.organization_id
    const draft = { organization_id: site_id, quantity, note, request_id: request_id ?? randomUUID() }
    const newBatch = await insertBatch(ctx, draft)
    const message = localText(ctx.locale, keyTexts, 'created')
    if (!newBatch) {
      const batch = await selectBatchOfRequest(ctx, draft)
      const { authorization_key_batch_id } = batch
      return { error: false as const, authorization_key_batch_id, codes: openCodes(ctx, batch), message }
    }
    await insertKeys(ctx, newBatch, offer)
    const authorization_key_batch_id = newBatch.id
    await ctx.audit({
      action: 'key.create',
      subject: `authorization_key_batch_id:${authorization_key_batch_id}`,
      after: { quantity, course_website_id: offer.course_website_id, organization_id: offer.organization_id, note },
    })
    return { error: false as const, authorization_key_batch_id, codes: newBatch.codes, message }
  },
})

/** The holder's offer of the course, to which the keys give access. */
async function selectOffer(ctx: Ctx, course_website_id: number, organization_id: number | null): Promise<Offer> {
  const { scope } = ctx.organization
  const offer = await findOffer(ctx, course_website_id, scope)
  if (!offer || (organization_id !== null && !scope.includes(organization_id))) throw errors.notFound()
  if (organization_id === null || organization_id === offer.organization_id) return offer
  const [holderOffer] = await listCourseOffers(ctx, organization_id, [offer.course_id])
  if (!holderOffer) throw checkoutErrors.courseNotOffered()
  return holderOffer
}

async function insertKeys(ctx: Ctx, batch: { id: number; codes: readonly string[] }, offer: Offer): Promise<void> {
  const hash = await keyHasher(ctx)
  const { organization_id, course_website_id, course_id, course_name } = offer
  const rows = batch.codes.map((code) => ({
    organization_id,
    course_website_id,
    course_id,
    course_name,
    authorization_key_batch_id: batch.id,
    code_hash: hash(code),
    last_group: code.slice(-4),
  }))
  await ctx.sql`insert into checkout.authorization_key ${ctx.sql(rows)}`
}
