import { expect, it } from 'vitest'
import { roleId, userStatus } from '#modules/identity/people/roles.ts'
import { openTestApp } from '#tests/support/app.ts'
import { addClient } from '#tests/support/client.ts'
import { byBearer } from '#tests/support/outsiders.ts'
import { ok } from '#tests/support/path.ts'

const app = await openTestApp({ jobs: true })
const { read } = app.database
// LST is below LSD; SSD is another tenant.
await read`update identity.organization set invoice_ind = true where code = 'LSD'`
const [admin] = await read<{ user_id: number }>`
  insert into identity.person (organization_id, lk_user_role_id, loginid, email)
  select organization_id, ${roleId.Admin}, 'owners@example.com', 'owners@example.com'
  from identity.organization where code = 'LSD' returning user_id`
const staff = await app.as(admin!.user_id, 'LSD')
const { key } = await addClient(app, { code: 'LSD' })
const client = byBearer(app, key, 'LSD')
const [courseWebsite] = await read<{ course_website_id: number; price: number; organization_id: number }>`
  select w.course_website_id, w.price_cents / 100.0::float8 as price, o.organization_id
  from catalogue.v_course_website w join identity.organization o using (organization_id)
  where o.code = 'LSD' order by 1 limit 1`

type Owner = { code: string; role?: keyof typeof roleId; disabled?: true; removed?: true }
/** Owners of a login id, and whether a row of LSD with this login id means that person. */
const owners: Record<string, Owner & { theirs: 'enrolls' | 'refuses' | 'adds' }> = {
  'no one': { code: '', theirs: 'adds' },
  'a student of the organization': { code: 'LSD', theirs: 'enrolls' },
  'a student of the organization below': { code: 'LST', theirs: 'enrolls' },
  "another tenant's student": { code: 'SSD', theirs: 'refuses' },
  'an instructor of the organization': { code: 'LSD', role: 'Instructor', theirs: 'refuses' },
  "another tenant's Admin": { code: 'SSD', role: 'Admin', theirs: 'refuses' },
  'a removed student of the organization': { code: 'LSD', removed: true, theirs: 'adds' },
  "another tenant's removed student": { code: 'SSD', removed: true, theirs: 'adds' },
}

let people = 0
async function addOwner({ code, role = 'Student', disabled, removed }: Owner): Promise<string> {
  people += 1
  const email = `owner${people}@example.com`
  if (code === '') return email
  await read`
    insert into identity.person (organization_id, lk_user_role_id, loginid, email, first_name, last_name,
                                 lk_user_status_id, deleted_at)
    select organization_id, ${roleId[role]}, ${email}, ${email}, 'Olga', 'Owner',
           ${disabled ? userStatus.Disabled : userStatus.Active}::int,
           case when ${Boolean(removed)} then platform.now() end
    from identity.organization where code = ${code}`
  return email
}
const rowsOf = (email: string) => read`
  select organization_id, deleted_at from identity.person where loginid = ${email} order by user_id`

it.each(Object.entries(owners))('a login id of %s: one form, an upload and a partner agree', async (_, owner) => {
  const { theirs } = owner
  const profile = (email: string) => ({ first_name: 'Nora', last_name: 'New', email })
  const single = await addOwner(owner)
  const before = await rowsOf(single)
  const response = await staff.post('/user/student/', { profile: profile(single) })
  expect([response.status === 200, response.body.code], 'the form').toEqual(
    theirs === 'adds' ? [true, undefined] : [false, 'LOGINID_IN_USE'],
  )
  if (theirs !== 'adds') expect(await rowsOf(single)).toEqual(before)

  const uploaded = await addOwner(owner)
  const rows = [
    ['First_Name', 'Last_Name', 'Email'],
    ['Nora', 'New', uploaded],
  ]
  const checkedResult = ok(await staff.post('/student/verifyUploadData', { rows })).data
  expect(checkedResult.good, 'the upload').toBe(theirs === 'refuses' ? 0 : 1)
  const [row] = await read<{ existing_user_id: number | null }>`
    select existing_user_id from backoffice.student_upload_row where student_upload_id = ${checkedResult.student_upload_id}`
  expect(row!.existing_user_id !== null, 'the upload names the person').toBe(theirs === 'enrolls')

  const enrolled = await addOwner(owner)
  const {
    rows: [result],
  } = ok(
    await client.post('/student/enrollMany', {
      course_website_id: courseWebsite!.course_website_id,
      rows: [{ external_id: `row-${people}`, profile: profile(enrolled) }],
    }),
  )
  // A partner's row means a student of the visited organization itself.
  const isOwn = theirs === 'enrolls' && owner.code === 'LSD'
  expect([result.result, result.created], 'the partner').toEqual(
    theirs === 'adds' ? ['enrolled', true] : isOwn ? ['enrolled', false] : ['refused', false],
  )
  if (theirs === 'refuses')
    expect(result).toMatchObject({ code: 'LOGINID_IN_USE', user_id: null, student_course_id: null })
})
