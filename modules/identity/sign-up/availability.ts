import { isFreeLoginid, isUnsharedEmail } from '#modules/identity/people/availability.sql.ts'
import { peopleTexts } from '#modules/identity/people/people.texts.ts'
import { selectPersonInScope } from '#modules/identity/people/people-scope.ts'
import { emailAddress } from '#modules/identity/people/person-fields.schema.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { anyone, scoped, signedIn, staff, userOf } from '#platform/permissions.ts'
import { id, requiredText, z } from '#platform/schema.ts'
import { beginGuess } from './account-guess.sql.ts'

const gives = z.object({ valid: z.boolean() })
const loginid = () => requiredText(peopleTexts.username)

/**
 * Staff may check as often as their forms need; others as often as one sign-up needs, because anyone can create an
 * account.
 */
async function admitGuess(ctx: Ctx): Promise<void> {
  const { actor } = ctx
  await ctx.admit(actor.kind === 'user' && actor.role !== 'Student' ? 'sign-in' : 'guess')
  await beginGuess(ctx)
}

export const validateEmail = operation({
  call: 'GET /user/email/validate',
  summary: 'Returns whether an email address is free on this site',
  may: anyone,
  takes: z.object({ email: emailAddress() }),
  gives,
  async run(ctx, { email }) {
    await admitGuess(ctx)
    return { valid: await isUnsharedEmail(ctx, email) }
  },
})

export const validateLoginid = operation({
  call: 'GET /user/loginid/validate',
  summary: 'Returns whether a login id is free',
  may: anyone,
  takes: z.object({ loginid: loginid() }),
  gives,
  async run(ctx, input) {
    await admitGuess(ctx)
    return { valid: await isFreeLoginid(ctx, input.loginid) }
  },
})

const reader = staff(['MANAGE_STUDENTS:READ', 'MANAGE_INSTRUCTORS:READ', 'MANAGE_ADMIN:READ'])
type Input = { user_id?: number | null }

/**
 * For another person the response would reveal the owner of an address: only people who may see that person may ask.
 */
const aboutReachable = scoped<Input>(
  signedIn,
  'about themselves or a person they can see',
  async (ctx, { user_id }) => {
    if (!user_id || user_id === userOf(ctx).user_id) return
    if (!reader.gate(ctx.actor)) throw errors.notFound()
    await selectPersonInScope(ctx, user_id)
  },
)

export const searchValidEmail = operation({
  call: 'POST /user/searchValidEmail',
  summary: 'Returns whether an email address is free or belongs to user_id',
  may: aboutReachable,
  takes: z.object({ email: emailAddress(), user_id: id().nullish() }),
  gives,
  async run(ctx, { email, user_id }) {
    await admitGuess(ctx)
    return { valid: await isUnsharedEmail(ctx, email, user_id ?? 0) }
  },
})

export const searchValidLoginId = operation({
  call: 'POST /user/searchValidLoginID',
  summary: 'Returns whether a login id is free or belongs to user_id',
  may: aboutReachable,
  takes: z.object({ loginid: loginid(), user_id: id().nullish() }),
  gives,
  async run(ctx, input) {
    await admitGuess(ctx)
    return { valid: await isFreeLoginid(ctx, input.loginid, input.user_id ?? 0) }
  },
})
