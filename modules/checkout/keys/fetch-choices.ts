import { listOfferChoices } from '#modules/checkout/orders/offer.sql.ts'
import { operation } from '#platform/operation.ts'
import { holds, staff } from '#platform/permissions.ts'
import { count, id, z } from '#platform/schema.ts'
import { listActiveKeys, pickActiveKeys } from './active-keys.sql.ts'

const OfferChoice = z.object({
  course_website_id: z.int(),
  course_name: z.string(),
  website_name: z.string(),
  organization_id: z.int(),
  organization_name: z.string(),
})
const ActiveBatch = z.object({
  authorization_key_batch_id: z.int(),
  organization_id: z.int(),
  name: z.string(),
  course_name: z.string(),
  count: z.int(),
})

export const fetchKeyChoices = operation({
  call: 'GET /authorizationKeys/choices',
  clients: 'listAuthorizationKeyChoices',
  added: true,
  summary:
    'The choices for creating keys (courses and holders) and for assigning them (active keys by batch and holder)',
  may: staff(['MANAGE_AUTHORIZATION_KEYS:CREATE', 'MANAGE_AUTHORIZATION_KEYS:UPDATE']),
  takes: z.object({}),
  gives: z.object({ offers: z.array(OfferChoice), active: z.array(ActiveBatch) }),
  async run(ctx) {
    const canAssign = holds(ctx.actor, 'MANAGE_AUTHORIZATION_KEYS:UPDATE')
    const [offers, active] = await Promise.all([listOfferChoices(ctx), canAssign ? listActiveKeys(ctx) : []])
    return { offers, active }
  },
})

export const pickKeys = operation({
  call: 'GET /authorizationKeys/pick',
  added: true,
  summary: "Up to the requested number of an organization's active keys in a batch, oldest first",
  may: staff('MANAGE_AUTHORIZATION_KEYS:UPDATE'),
  takes: z.object({ authorization_key_batch_id: id(), organization_id: id(), count: count(1, 1_000) }),
  gives: z.object({ keyIds: z.array(z.int()) }),
  run: async (ctx, { count: requestedCount, ...batch }) => ({
    keyIds: await pickActiveKeys(ctx, batch, requestedCount),
  }),
})

/** The choices in the forms for creating and assigning keys. */
export type KeyChoices = Awaited<ReturnType<typeof fetchKeyChoices.run>>
