import { identityErrors } from '#modules/identity/errors.ts'
import { peopleTexts } from '#modules/identity/people/people.texts.ts'
import { selfOrManagerOf, subjectOf } from '#modules/identity/people/people-scope.ts'
import { selectPerson } from '#modules/identity/people/person.sql.ts'
import { rowOf } from '#modules/identity/people/person-row.ts'
import { formFields, seenAt } from '#modules/identity/people/profile-form.schema.ts'
import { asGuess } from '#modules/identity/sign-up/account-guess.sql.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { alwaysNull, id, z } from '#platform/schema.ts'
import { localize } from '#platform/texts.ts'
import { savePerson } from './save-person.ts'

export const saveUserInformation = operation({
  call: 'PUT /user/saveUserInformation/',
  summary: "Saves the caller's profile, or that of a person the caller manages",
  may: selfOrManagerOf('UPDATE'),
  takes: z.object({ user_id: id().nullish(), ...formFields, updated_at: seenAt() }),
  gives: z.object({
    /** `paymentProfile` is the saved payment method; payments currently have their own form. */
    data: z.object({ paymentProfile: alwaysNull(), user_id: z.int(), updated_at: z.iso.datetime() }),
    warning: z.string().nullable(),
  }),
  fails: [
    errors.conflict,
    identityErrors.loginidInUse,
    identityErrors.identityLocked,
    identityErrors.aboveYou,
    identityErrors.proofNeeded,
    identityErrors.tooManySignInChanges,
  ],
  transaction: { own: 'a login id that is taken must stay counted as a guess' },
  async run(ctx, { user_id, ...form }) {
    const path = (field: string) => `profile.${field}`
    const subject = subjectOf(ctx, { user_id })
    const save = (reveals?: () => void) =>
      ctx.tx((inner) => savePerson(inner, subject, form, { action: 'user.saveUserInformation', path, reveals }))
    const { loginid } = rowOf(form, false)
    const isNewLoginid = loginid !== undefined && loginid !== (await selectPerson(ctx, subject)).loginid
    const result = await (isNewLoginid ? asGuess(ctx, save) : save())
    const { warning, ...data } = result
    return { data: { paymentProfile: null, ...data }, warning, message: localize(ctx.locale, peopleTexts.saved) }
  },
})
