import { lk_authorization_key_status } from '#modules/checkout/lookups.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { label } from '#platform/lookups.ts'
import { operation } from '#platform/operation.ts'
import { holds, staff } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'
import { keyStatus } from './key.sql.ts'
import { maskKeyCode } from './key-code.shared.ts'

const KeyDetails = z.object({
  authorization_key_id: z.int(),
  /** The batch of keys that were created together and share one file. */
  authorization_key_batch_id: z.int(),
  /** Masked except for the last group; the rest is not stored. */
  authorization_code: z.string(),
  authorization_key_status: z.string(),
  lk_authorization_key_status_id: z.int(),
  organization_id: z.int(),
  name: z.string(),
  course_name: z.string(),
  course_website_id: z.int(),
  redeemed_by: z.string().nullable(),
  redeemed_by_id: z.int().nullable(),
  redeemed_at: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
  created_by: z.string().nullable(),
  note: z.string().nullable(),
  revoked_by: z.string().nullable(),
  revoked_at: z.iso.datetime().nullable(),
  revoke_reason: z.string().nullable(),
  can: z.object({ assign: z.boolean(), revoke: z.boolean() }),
})

export const fetchKey = operation({
  call: 'GET /authorizationKeys/{authorization_key_id}',
  clients: 'getAuthorizationKey',
  summary: 'One authorization key with its course and who redeemed or revoked it',
  may: staff('MANAGE_AUTHORIZATION_KEYS:READ'),
  takes: z.object({ authorization_key_id: id() }),
  gives: z.object({ key: KeyDetails }),
  fails: [errors.notFound],
  async run(ctx, { authorization_key_id }) {
    const { last_group, ...row } = await selectKey(ctx, authorization_key_id)
    const { lk_authorization_key_status_id: status_id } = row
    const isAllowed = (type: 'UPDATE' | 'DELETE') =>
      status_id === keyStatus.Active && holds(ctx.actor, `MANAGE_AUTHORIZATION_KEYS:${type}`)
    return {
      key: {
        ...row,
        authorization_code: maskKeyCode(last_group),
        authorization_key_status: label(lk_authorization_key_status, status_id, ctx.locale),
        redeemed_at: row.redeemed_at?.toISOString() ?? null,
        revoked_at: row.revoked_at?.toISOString() ?? null,
        created_at: row.created_at.toISOString(),
        can: { assign: isAllowed('UPDATE'), revoke: isAllowed('DELETE') },
      },
    }
  },
})

type ComputedField = 'authorization_code' | 'authorization_key_status' | 'can' | `${string}_at`
type Row = Omit<z.output<typeof KeyDetails>, ComputedField> & {
  last_group: string
  redeemed_at: Date | null
  revoked_at: Date | null
  created_at: Date
}

/** Holders of keys created by a parent organization see neither its note nor the names of its staff. */
async function selectKey({ sql, organization }: Ctx, authorization_key_id: number): Promise<Row> {
  const fullName = (alias: string) => sql`trim(${sql(alias)}.first_name || ' ' || ${sql(alias)}.last_name)`
  const [row] = await sql<Row>`
    select k.authorization_key_id, k.authorization_key_batch_id, k.last_group, k.lk_authorization_key_status_id, k.organization_id, o.name,
           k.course_name, k.course_website_id, k.redeemed_by as redeemed_by_id, ${fullName('student')} as redeemed_by,
           k.redeemed_at, k.created_at, coalesce(${fullName('creator')}, client.name) as created_by, b.note,
           ${fullName('revoker')} as revoked_by, k.revoked_at, k.revoke_reason
    from checkout.authorization_key k
    join identity.v_organization o on o.organization_id = k.organization_id
    left join checkout.authorization_key_batch b
      on b.authorization_key_batch_id = k.authorization_key_batch_id
      and b.organization_id = any(${sql.array(organization.scope)})
    left join identity.v_person student on student.user_id = k.redeemed_by
    left join identity.v_person creator on creator.user_id = b.created_by
    left join identity.v_client client on client.client_id = b.created_by_client
    left join identity.v_person revoker on revoker.user_id = k.revoked_by
    where k.authorization_key_id = ${authorization_key_id}
      and k.organization_id = any(${sql.array(organization.scope)})`
  if (!row) throw errors.notFound()
  return row
}
