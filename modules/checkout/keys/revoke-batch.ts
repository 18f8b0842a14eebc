import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { staff, userOf } from '#platform/permissions.ts'
import { id, requiredText, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { keyStatus } from './key.sql.ts'
import { keyTexts } from './keys.texts.ts'

export const revokeBatch = operation({
  call: 'PUT /authorizationKeys/revokeBatch',
  added: true,
  summary: 'Revokes all keys of a batch that are still active, permanently: for a file of codes that was lost',
  may: staff('MANAGE_AUTHORIZATION_KEYS:DELETE'),
  takes: z.object({ authorization_key_batch_id: id(), reason: requiredText(keyTexts.reasonMissing, 500) }),
  gives: z.object({ revoked: z.int() }),
  fails: [errors.notFound],
  async run(ctx, { authorization_key_batch_id, reason }) {
    const { sql, organization } = ctx
    // Includes keys assigned to sub-organizations, because they are in the lost file, too.
    const keys = await sql<{ authorization_key_id: number; status_id: number }>`
      select authorization_key_id, lk_authorization_key_status_id as status_id from checkout.authorization_key
      where authorization_key_batch_id = ${authorization_key_batch_id}
        and organization_id = any(${sql.array(organization.scope)})
      order by authorization_key_id
      for no key update`
    if (keys.length === 0) throw errors.notFound()
    const active_ids = keys
      .filter(({ status_id }) => status_id === keyStatus.Active)
      .map((key) => key.authorization_key_id)
    if (active_ids.length > 0) {
      await sql`
        update checkout.authorization_key
        set lk_authorization_key_status_id = ${keyStatus.Revoked}, revoked_by = ${userOf(ctx).user_id},
            revoked_at = platform.now(), revoke_reason = ${reason}
        where authorization_key_id = any(${sql.array(active_ids)})`
      await ctx.audit({
        action: 'key.revoke-batch',
        subject: `authorization_key_batch_id:${authorization_key_batch_id}`,
        after: { reason, keys: active_ids.length },
      })
    }
    const revoked = active_ids.length
    return { revoked, message: localText(ctx.locale, keyTexts, 'batchRevoked', { count: revoked }) }
  },
})
