import type { Ctx } from '../../../platform/ctx.ts'
import { errors } from '../../../platform/errors.ts'
import { operation } from '../../../platform/operation.ts'
import { scoped, signedIn, userOf } from '../../../platform/permissions.ts'
import { z } from '../../../platform/schema.ts'
import { pick, type Text } from '../../../platform/texts.ts'
import { peopleTexts } from '../people/people.texts.ts'
import { AboutYou } from './about-you.schema.ts'
import { listPhones, savePhones } from './about-you.sql.ts'

/** Only the person: staff change somebody's profile by the back office's own calls. */
export const themselves = scoped<{ user_id?: number | null }>(signedIn, 'for themselves', async (ctx, { user_id }) => {
  if (user_id && user_id !== userOf(ctx).user_id) throw errors.notFound()
})

export const saveAboutYou = operation({
  call: 'POST /user/saveAboutYou',
  summary: 'Personal details and address of a new student',
  may: themselves,
  takes: AboutYou,
  gives: z.object({}),
  audit: 'user.saveAboutYou',
  async run(ctx, form) {
    const { user_id, organization_id } = userOf(ctx)
    if (form.dob > ctx.now.toISOString().slice(0, 10)) throw wrong(ctx, 'dob', peopleTexts.dobFuture)
    await updatePerson(ctx, user_id, form)
    await savePhones(ctx, { user_id, organization_id }, form.numbers, form.numbersToDelete)
    const phones = await listPhones(ctx, user_id)
    if (phones.length === 0) throw wrong(ctx, 'numbers', peopleTexts.noPhone)
    if (phones.length > mostPhones) throw wrong(ctx, 'numbers', peopleTexts.tooManyPhones)
    return {}
  },
})

const mostPhones = 10

const wrong = (ctx: Ctx, path: string, text: Text) =>
  errors.invalid({}, {}, [{ path, message: pick(ctx.locale, text) }])

async function updatePerson(ctx: Ctx, user_id: number, form: AboutYou): Promise<void> {
  const row = {
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
  }
  await ctx.sql`
    update identity.person
    set ${ctx.sql(row)}, updated_at = platform.now(), about_you_at = coalesce(about_you_at, ${ctx.now})
    where user_id = ${user_id}`
}
