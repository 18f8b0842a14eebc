import { checkoutErrors } from '#modules/checkout/errors.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { staff, userOf } from '#platform/permissions.ts'
import { id, requiredText, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { keyStatus, lockKeys } from './key.sql.ts'
import { maskKeyCode } from './key-code.shared.ts'
import { keyTexts } from './keys.texts.ts'

export const revokeKey = operation({
  call: 'PUT /authorizationKeys/revoke',
  added: true,
  summary: 'Revokes an active key permanently. The first reason stays',
  may: staff('MANAGE_AUTHORIZATION_KEYS:DELETE'),
  takes: z.object({ authorization_key_id: id(), reason: requiredText(keyTexts.reasonMissing, 500) }),
  gives: z.object({}),
  fails: [errors.notFound, checkoutErrors.keyNotActive],
  async run(ctx, { authorization_key_id, reason }) {
    const message = localText(ctx.locale, keyTexts, 'revoked')
    const [key] = await lockKeys(ctx, [authorization_key_id])
    const { lk_authorization_key_status_id: status_id, last_group } = key!
    if (status_id === keyStatus.Revoked) return { message }
    if (status_id !== keyStatus.Active) throw checkoutErrors.keyNotActive({ code: maskKeyCode(last_group) })
    await ctx.sql`
      update checkout.authorization_key
      set lk_authorization_key_status_id = ${keyStatus.Revoked}, revoked_by = ${userOf(ctx).user_id},
          revoked_at = platform.now(), revoke_reason = ${reason}
      where authorization_key_id = ${authorization_key_id}`
    await ctx.audit({
      action: 'key.revoke',
      subject: `authorization_key_id:${authorization_key_id}`,
      after: { reason },
    })
    return { message }
  },
})
