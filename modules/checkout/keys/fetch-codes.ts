import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { staff } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'
import { openCodes, selectOwnBatch } from './key-batch.sql.ts'

/** Lets the creator see the codes again if the response to the creation was lost. */
export const fetchCodes = operation({
  call: 'GET /authorizationKeys/batch/{authorization_key_batch_id}',
  clients: 'getAuthorizationKeyBatch',
  added: true,
  summary: 'A batch, for its creator, with its codes until they are downloaded or a day has passed',
  may: staff('MANAGE_AUTHORIZATION_KEYS:CREATE'),
  takes: z.object({ authorization_key_batch_id: id() }),
  gives: z.object({
    authorization_key_batch_id: z.int(),
    quantity: z.int(),
    note: z.string(),
    course_name: z.string(),
    name: z.string(),
    codes: z.array(z.string()).nullable(),
  }),
  fails: [errors.notFound],
  async run(ctx, { authorization_key_batch_id }) {
    const batch = await selectOwnBatch(ctx, authorization_key_batch_id)
    const [firstKey] = await ctx.sql<{ course_name: string; name: string }>`
      select k.course_name, o.name from checkout.authorization_key k
      join identity.v_organization o on o.organization_id = k.organization_id
      where k.authorization_key_batch_id = ${authorization_key_batch_id}
      order by k.authorization_key_id limit 1`
    return { ...batch, ...firstKey!, codes: openCodes(ctx, batch) }
  },
})
