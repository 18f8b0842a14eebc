import { selectFactors } from '#modules/identity/credentials/factors.sql.ts'
import { canManage, selfOrManagerOf, subjectOf } from '#modules/identity/people/people-scope.ts'
import { selectPerson } from '#modules/identity/people/person.sql.ts'
import { listPasskeys } from '#modules/identity/webauthn/passkey.sql.ts'
import { operation } from '#platform/operation.ts'
import { holds } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'

/** The state of a person's second factors; never a secret. */
export const FactorState = z.object({
  tfa_enabled: z.boolean(),
  recovery_codes_left: z.int(),
  /** Staff whose organization requires a second factor. */
  required: z.boolean(),
  /** Whether the caller may remove another person's factors. */
  can_reset: z.boolean(),
  passkeys: z.array(
    z.object({
      passkey_id: z.int(),
      name: z.string(),
      /** Synced to other devices through the owner's account. */
      backed_up: z.boolean(),
      created_at: z.iso.datetime(),
      used_at: z.iso.datetime().nullable(),
    }),
  ),
})
export type FactorState = z.output<typeof FactorState>

export const fetchFactors = operation({
  call: 'GET /user/secondFactors',
  summary: "Returns the caller's second factors or, for staff, those of a person in their organizations",
  may: selfOrManagerOf<{ user_id?: number | null }>('READ'),
  takes: z.object({ user_id: id().nullish() }),
  gives: FactorState,
  added: true,
  async run(ctx, input) {
    const user_id = subjectOf(ctx, input)
    const [{ tfa_enabled, recovery_codes_left, required }, passkeys, person] = await Promise.all([
      selectFactors(ctx, user_id),
      listPasskeys(ctx, user_id),
      selectPerson(ctx, user_id),
    ])
    const isOwn = ctx.actor.kind === 'user' && ctx.actor.user_id === user_id
    return {
      tfa_enabled,
      recovery_codes_left,
      required,
      can_reset: !isOwn && holds(ctx.actor, 'CHANGE_PASSWORD:UPDATE') && canManage(ctx, person, 'UPDATE'),
      passkeys: passkeys.map(({ created_at, used_at, ...passkey }) => ({
        ...passkey,
        created_at: created_at.toISOString(),
        used_at: used_at?.toISOString() ?? null,
      })),
    }
  },
})
