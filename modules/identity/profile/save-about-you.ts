import { identityErrors } from '#modules/identity/errors.ts'
import { peopleTexts } from '#modules/identity/people/people.texts.ts'
import { lockPerson, type Person } from '#modules/identity/people/person.sql.ts'
import { changesOf } from '#platform/audit/changes.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { scoped, signedIn, userOf } from '#platform/permissions.ts'
import { z } from '#platform/schema.ts'
import { localize, type Text } from '#platform/texts.ts'
import { todayOf } from '#platform/zone.ts'
import { AboutYou } from './about-you.schema.ts'
import { listPhones, savePhones } from './about-you.sql.ts'
import { type IdentityField, requireOpenIdentity } from './identity-lock.ts'

/** Only the person: staff use the back office's calls for other people's profiles. */
export const selfOnly = scoped<{ user_id?: number | null }>(signedIn, 'for themselves', async (ctx, { user_id }) => {
  if (user_id && user_id !== userOf(ctx).user_id) throw errors.notFound()
})

export const saveAboutYou = operation({
  call: 'POST /user/saveAboutYou',
  summary: 'Saves the personal details and address of a new student',
  may: selfOnly,
  takes: AboutYou,
  gives: z.object({}),
  fails: [identityErrors.identityLocked],
  async run(ctx, form) {
    const { user_id, organization_id } = userOf(ctx)
    if (form.dob > todayOf(ctx)) throw invalidField(ctx, 'dob', peopleTexts.dobFuture)
    const person = await lockPerson(ctx, user_id)
    const row = rowOf(form)
    await requireOpenIdentity(ctx, person, row, (field) => inputNames[field])
    await updatePerson(ctx, user_id, row)
    await savePhones(ctx, { user_id, organization_id }, form.numbers, form.numbersToDelete)
    const phones = await listPhones(ctx, user_id)
    if (phones.length === 0) throw invalidField(ctx, 'numbers', peopleTexts.noPhone)
    if (phones.length > maxPhones) throw invalidField(ctx, 'numbers', peopleTexts.tooManyPhones)
    await ctx.audit({
      action: 'user.saveAboutYou',
      subject: `user_id:${user_id}`,
      subject_user_id: user_id,
      ...changesOf<Partial<Person>>(person, row, Object.keys(row) as (keyof Person)[]),
    })
    return {}
  },
})

const maxPhones = 10

const invalidField = (ctx: Ctx, path: string, text: Text) =>
  errors.invalid({}, {}, [{ path, message: localize(ctx.locale, text) }])

const inputNames: Readonly<Record<IdentityField, string>> = {
  first_name: 'firstName',
  middle_name: 'middleName',
  last_name: 'lastName',
  lk_suffix_id: 'lk_suffix_id',
  dob: 'dob',
}

const rowOf = (form: AboutYou) => ({
  first_name: form.firstName,
  middle_name: form.middleName,
  last_name: form.lastName,
  lk_suffix_id: form.lk_suffix_id ?? null,
  dob: form.dob,
  gender: form.gender,
  address1: form.address1,
  address2: form.address2,
  city: form.city,
  lk_state_id: form.state,
  zip: form.zip,
})

async function updatePerson(ctx: Ctx, user_id: number, row: ReturnType<typeof rowOf>): Promise<void> {
  await ctx.sql`
    update identity.person
    set ${ctx.sql(row)}, updated_at = platform.now(), about_you_at = coalesce(about_you_at, ${ctx.now})
    where user_id = ${user_id}`
}
