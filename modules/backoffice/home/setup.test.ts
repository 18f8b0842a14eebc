import { expect, test } from 'vitest'
import { addSomeone, addStaff } from '#modules/checkout/keys/keys.fixture.ts'
import { openTestApp } from '#tests/support/app.ts'

const app = await openTestApp()
const { read } = app.database
const all = ['logo', 'color', 'website', 'offer', 'program', 'payment', 'hours', 'signer', 'purchase']

/** A new school, and its Admin. */
async function newSchool(code: string, parent: number | null = null) {
  const [school] = await read<{ organization_id: number }>`
    insert into identity.organization (code, name, parent_organization_id)
    values (${code}, ${`School ${code}`}, ${parent}) returning organization_id`
  const { organization_id } = school!
  await read`
    insert into identity.organization_closure (ancestor_id, descendant_id, depth)
    select ${organization_id}::int, ${organization_id}::int, 0
    union all
    select ancestor_id, ${organization_id}::int, depth + 1 from identity.organization_closure
    where descendant_id = ${parent}::int`
  return { organization_id, admin: await addStaff(app, code) }
}
type Setup = { steps: { step: string; href: string }[]; done: number; total: number }
const setupOf = async (client: { get: (path: string) => Promise<{ body: Setup }> }): Promise<Setup> =>
  (await client.get('/organization/setup')).body
const openOf = async (client: Parameters<typeof setupOf>[0]) => (await setupOf(client)).steps.map(({ step }) => step)

test('a new school has all steps, and each disappears once its data exists', async () => {
  const { organization_id, admin } = await newSchool('NW1')
  expect(await openOf(admin)).toEqual(all)
  for (const { href } of (await setupOf(admin)).steps)
    expect([href, (await admin.visit(href)).status]).toEqual([href, 200])
  await read`
    update identity.organization set logo = 'logo.webp', brand_color = '#0b5d3b'
    where organization_id = ${organization_id}`
  await read`insert into settings.support_settings (organization_id, hours) values (${organization_id}, '{}')`
  await read`insert into checkout.checkout_settings (organization_id) values (${organization_id})`
  await read`insert into catalogue.certificate_signer (organization_id, name) values (${organization_id}, 'Ann Signer')`
  const [website] = await read<{ website_id: number }>`
    insert into catalogue.website (organization_id, name) values (${organization_id}, 'Ours') returning website_id`
  expect(await openOf(admin)).toEqual(['offer', 'program', 'purchase'])
  await read`
    insert into catalogue.course_website (organization_id, website_id, course_id, price_cents)
    select ${organization_id}, ${website!.website_id}, c.course_id, 1000 from catalogue.course c
    join catalogue.course_version v on v.course_version_id = c.published_version_id
    where v.program_id is null and c.deleted_at is null limit 1`
  const { steps, done, total } = await setupOf(admin)
  // The course is another organization's, which names its program.
  expect([steps.map(({ step }) => step), done, total]).toEqual([['purchase'], 8, 9])
})

test('a school that sells its own courses names their program', async () => {
  expect(await openOf(await addStaff(app, 'SSD'))).toContain('program')
})

test('a step that a school does not need can be removed from the list and restored, with a row in the audit log', async () => {
  const { organization_id, admin } = await newSchool('NW2')
  const page = await admin.visit('/manage/home')
  expect(page.text).toContain('Get your school ready')
  await admin.visit('/manage/home', { skip: 'program' })
  await admin.visit('/manage/home', { skip: 'program' })
  expect(await openOf(admin)).toEqual(all.filter((step) => step !== 'program'))
  const rows = await read`
    select from platform.audit_event
    where action = 'organization.skip-step' and subject = ${`organization_id:${organization_id}`}`
  expect(rows).toHaveLength(1)
  await admin.put('/organization/setup', { step: 'program', skip: false })
  expect(await openOf(admin)).toEqual(all)
  expect((await admin.put('/organization/setup', { step: 'other', skip: true })).status).toBe(400)
})

test('people see the steps that they can do, and only staff of the organization can skip one', async () => {
  await newSchool('NW3')
  const instructor = await addSomeone(app, 'NW3', 2)
  expect(await openOf(instructor)).toEqual([])
  await read`
    insert into identity.permission (user_id, organization_id, key, granted)
    select user_id, organization_id, 'MANAGE_WEBSITES:UPDATE', true from identity.person where user_id = ${instructor.user_id}
    on conflict (user_id, key) do update set granted = true`
  expect(await openOf(instructor)).toEqual(['offer'])
  expect((await instructor.visit('/manage/home')).text).toContain(
    '8 more steps wait for someone with more permissions.',
  )
  const step = { step: 'logo', skip: true }
  expect((await instructor.put('/organization/setup', step)).status).toBe(403)
  expect((await app.visitor().put('/organization/setup', step)).status).toBe(401)
  const otherSchool = await newSchool('NW4')
  await otherSchool.admin.put('/organization/setup', step)
  expect(await openOf(await addStaff(app, 'NW3'))).toEqual(all)
})

test('settings of a parent count for a school below it; its own logo and signer do not', async () => {
  const above = await newSchool('NW5')
  const below = await newSchool('NW6', above.organization_id)
  await read`
    update identity.organization set logo = 'logo.webp' where organization_id = ${above.organization_id}`
  await read`
    insert into catalogue.certificate_signer (organization_id, name) values (${above.organization_id}, 'Ann Signer')`
  await read`insert into settings.support_settings (organization_id, hours) values (${above.organization_id}, '{}')`
  await read`insert into checkout.checkout_settings (organization_id) values (${above.organization_id})`
  expect(await openOf(below.admin)).toEqual(all.filter((step) => step !== 'hours' && step !== 'payment'))
})

test('the figures of 14 days are counted by local day, for people who may see them', async () => {
  const { organization_id, admin } = await newSchool('NW7')
  await read`update identity.organization set time_zone = 'America/Los_Angeles' where organization_id = ${organization_id}`
  const add = (ago: string, n: number) => read`
    insert into platform.row_count (organization_id, counted, counted_at, n)
    values (${organization_id}, 'sales', date_trunc('hour', platform.now() - ${ago}::interval), ${n})`
  await add('0 hours', 2)
  await add('3 days', 5)
  await add('20 days', 100)
  const { body } = await admin.get('/user/recent')
  const sales = body.figures.find(({ kind }: { kind: string }) => kind === 'sales')
  expect(sales.days).toHaveLength(14)
  expect([sales.total, sales.days.at(-1).n]).toEqual([7, 2])
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' }).format(new Date())
  expect(sales.days.at(-1).day).toBe(today)
  const instructor = await addSomeone(app, 'NW7', 2)
  const kinds = (await instructor.get('/user/recent')).body.figures.map(({ kind }: { kind: string }) => kind)
  expect(kinds).toEqual(['enrollments', 'certificates'])
})
