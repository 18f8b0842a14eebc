import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addSomeone, addStaff, type Someone } from '#modules/checkout/keys/keys.fixture.ts'
import { openTestApp } from '#tests/support/app.ts'

const app = await openTestApp()
// LST is below LSD; SSD is another tree.
let parent: Someone
let child: Someone
let stranger: Someone
let pupil: Someone
beforeAll(async () => {
  parent = await addStaff(app, 'LSD')
  child = await addStaff(app, 'LST')
  stranger = await addStaff(app, 'GCT')
  pupil = await addSomeone(app, 'LST')
})
beforeEach(() => app.database.read`delete from settings.system_notice`)
beforeEach(() => app.database.read`delete from settings.banner`)

const global = (message: unknown, overrides: object = {}) => ({ lk_system_notice_type_id: 1, message, ...overrides })
const bilingual = { text: { 'en-us': 'Office closed', 'es-es': 'Oficina cerrada' }, kind: 'attention' }
const momentAfter = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()

describe('a notice', () => {
  test('reaches people of the organization and its sub-organizations in their language, and no one else', async () => {
    const { status, body } = await parent.post('/settings/saveSystemNotice', global(bilingual))
    expect([status, body.message]).toEqual([200, 'Notice saved.'])
    expect((await pupil.visit('/dashboard')).text).toContain('Office closed')
    await pupil.visit('/language', { locale: 'es-es' })
    expect((await pupil.visit('/dashboard')).text).toContain('Oficina cerrada')
    expect((await stranger.visit('/manage/students')).text).not.toContain('Office closed')
  })

  test('published by a sub-organization does not reach its parents', async () => {
    await child.post('/settings/saveSystemNotice', global('Only here'))
    expect((await child.visit('/manage/students')).text).toContain('Only here')
    expect((await parent.visit('/manage/students')).text).not.toContain('Only here')
  })

  test('is shown only to the role it names', async () => {
    await parent.post('/settings/saveSystemNotice', { lk_system_notice_type_id: 4, message: 'For students' })
    expect((await pupil.visit('/dashboard')).text).toContain('For students')
    expect((await child.visit('/manage/students')).text).not.toContain('For students')
  })

  test('is shown from its start until its end', async () => {
    await parent.post('/settings/saveSystemNotice', global('Too early', { starts_at: momentAfter(3600) }))
    await parent.post('/settings/saveSystemNotice', global('Too late', { ends_at: momentAfter(-1) }))
    await parent.post(
      '/settings/saveSystemNotice',
      global('In time', { starts_at: momentAfter(-3600), ends_at: momentAfter(3600) }),
    )
    const { text } = await pupil.visit('/dashboard')
    expect([text.includes('Too early'), text.includes('Too late'), text.includes('In time')]).toEqual([
      false,
      false,
      true,
    ])
    const { body } = await parent.get('/settings/fetchSystemNotices')
    expect(body.notices.map(({ state }: { state: string }) => state)).toEqual(['shown', 'ended', 'planned'])
  })

  test('is refused without a message, with an unknown type, an end before its start, or above 20 kB', async () => {
    const refusal = async (body: object) => {
      const response = await parent.post('/settings/saveSystemNotice', body)
      return [response.status, response.body.issues?.[0]?.path]
    }
    expect(await refusal(global('  '))).toEqual([400, 'message'])
    expect(await refusal(global({ text: { 'es-es': 'Solo español' } }))).toEqual([400, 'message'])
    expect(await refusal({ lk_system_notice_type_id: 5, message: 'x' })).toEqual([400, 'lk_system_notice_type_id'])
    expect(await refusal(global('x', { starts_at: momentAfter(10), ends_at: momentAfter(5) }))).toEqual([
      400,
      'ends_at',
    ])
    expect(await refusal(global('x'.repeat(19_998)))).toEqual([200, undefined])
    expect(await refusal(global('x'.repeat(19_999)))).toEqual([400, 'message'])
  })

  test('is changed by one of two editors of the same version; the other gets a conflict', async () => {
    const { body } = await parent.post('/settings/saveSystemNotice', global('First'))
    const { system_notice_id } = body
    const change = (message: string) =>
      parent.post('/settings/saveSystemNotice', global(message, { system_notice_id, version: 1 }))
    const statuses = (await Promise.all([change('Second'), change('Third')])).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 409])
  })

  test("is removed once, and only by its organization's staff with the permission", async () => {
    const { body } = await parent.post('/settings/saveSystemNotice', global('Soon gone'))
    const { system_notice_id } = body
    const remove = (someone: Someone) => someone.post('/settings/removeSystemNotice', { system_notice_id })
    expect((await remove(child)).status).toBe(404)
    expect((await remove(stranger)).status).toBe(404)
    expect((await remove(pupil)).status).toBe(403)
    const change = global('Taken over', { system_notice_id })
    expect((await child.post('/settings/saveSystemNotice', change)).status).toBe(404)
    expect((await remove(parent)).body.notices).toEqual([])
    expect((await remove(parent)).status).toBe(404)
    const [row] = await app.database.read`
      select before from platform.audit_event where action = 'notice.remove' order by audit_event_id desc limit 1`
    expect(row).toMatchObject({ before: { message: 'Soon gone', version: 1 } })
  })

  test('is plain text: markup is shown as text', async () => {
    await parent.post('/settings/saveSystemNotice', global('<script>alert(1)</script>'))
    const { text } = await pupil.visit('/dashboard')
    expect(text).toContain('&lt;script&gt;alert(1)')
    expect(text).not.toContain('<script>alert(1)')
  })

  test('is refused above two hundred', async () => {
    await app.database.read`
      insert into settings.system_notice (organization_id, lk_system_notice_type_id, message)
      select organization_id, 1, '"x"' from identity.organization, generate_series(1, 199) where code = 'LSD'`
    expect((await parent.post('/settings/saveSystemNotice', global('the last'))).status).toBe(200)
    const { status, body } = await parent.post('/settings/saveSystemNotice', global('one more'))
    expect([status, body.code]).toEqual([409, 'TOO_MANY_NOTICES'])
  })
})

describe('banners', () => {
  const banner = (message: unknown, overrides: object = {}) => ({ group: 'student', message, ...overrides })
  const save = (someone: Someone, list: object[]) =>
    someone.post('/settings/saveBanners', { banners: JSON.stringify(list) })

  test('are shown from the nearest organization above the pages of their group', async () => {
    expect((await save(parent, [banner('From above'), { group: 'admin', message: 'Admins' }])).body.message).toBe(
      'Banners updated.',
    )
    expect((await pupil.visit('/dashboard')).text).toContain('From above')
    await save(child, [banner('From here')])
    const dashboard = (await pupil.visit('/dashboard')).text
    expect([dashboard.includes('From here'), dashboard.includes('From above')]).toEqual([true, false])
    await save(child, [banner('Not yet', { starts_at: momentAfter(3600) })])
    expect((await pupil.visit('/dashboard')).text).toContain('From above')
    expect((await stranger.visit('/manage/students')).text).not.toContain('Admins')
  })

  test('are returned as the saved JSON string, and replaced whole', async () => {
    await save(parent, [banner(bilingual), { message: 'For admins' }])
    const body = JSON.parse((await parent.get('/settings/fetchBanners')).body.banners)
    expect(body).toEqual([
      { group: 'admin', message: 'For admins', starts_at: null, ends_at: null },
      { group: 'student', message: bilingual, starts_at: null, ends_at: null },
    ])
    await save(parent, [])
    expect((await parent.get('/settings/fetchBanners')).body.banners).toBe('[]')
  })

  test('change nothing if they are not JSON, name a group twice or an unknown one, or are empty', async () => {
    await save(parent, [banner('Stays')])
    const refusal = async (banners: string) => {
      const response = await parent.post('/settings/saveBanners', { banners })
      return [response.status, response.body.issues?.[0]?.message]
    }
    expect(await refusal('{"group"')).toEqual([400, "The banners aren't valid JSON."])
    expect(await refusal(JSON.stringify([banner('a'), banner('b')]))).toEqual([400, 'Each group can have one banner.'])
    expect((await refusal(JSON.stringify([{ group: 'visitor', message: 'x' }])))[0]).toBe(400)
    expect(await refusal(JSON.stringify([banner('')]))).toEqual([400, 'Enter a message.'])
    expect((await pupil.visit('/dashboard')).text).toContain('Stays')
    expect((await save(pupil, [])).status).toBe(403)
  })
})

describe('the pages with plain forms', () => {
  const home = '/manage/settings/notices'
  const form = (overrides: Record<string, string> = {}) => ({
    lk_system_notice_type_id: '1',
    message: 'Holiday hours',
    spanish: 'Horario de feriado',
    kind: 'info',
    starts_at: '',
    ends_at: '',
    ...overrides,
  })

  test('add, list, change and remove a notice', async () => {
    expect((await parent.visit(home)).text).toContain('No notices yet')
    const addedResponse = await parent.visit(`${home}/new`, form({ ends_at: '2099-12-31' }))
    expect([addedResponse.status, addedResponse.headers.get('location')]).toEqual([303, home])
    const [row] = await app.database.read<{ id: number; ends_at: Date }>`
      select system_notice_id as id, ends_at from settings.system_notice`
    expect(row!.ends_at).toEqual(new Date('2100-01-01T05:00:00Z'))
    const list = (await parent.visit(home)).text
    expect(list).toContain('Holiday hours')
    expect(list).toContain('2099-12-31')
    const page = `${home}/${row!.id}`
    expect((await parent.visit(page)).text).toContain('value="2099-12-31"')
    await parent.visit(page, form({ message: 'New hours', version: '1' }))
    expect((await parent.visit(home)).text).toContain('New hours')
    const response = await parent.visit(page, form({ message: 'Lost', version: '1' }))
    expect(response.status).toBe(409)
    expect(response.text).toContain('Lost')
    expect((await parent.visit(page, { action: 'remove' })).status).toBe(303)
    expect((await parent.visit(home)).text).toContain('Notice removed.')
    expect((await child.visit(page)).headers.get('location')).toBe('/404')
  })

  test('show an error at its field and keep the typed text', async () => {
    const { status, text } = await parent.visit(
      `${home}/new`,
      form({ message: '', starts_at: '2099-02-01', ends_at: '2099-01-01' }),
    )
    expect(status).toBe(400)
    expect(text).toContain('Enter a message.')
    expect(text).toContain('The last day comes before the first day.')
    expect(text).toContain('Horario de feriado')
  })

  test('save the banners of three groups in one form; an empty one is removed', async () => {
    const fields = (group: string, message: string) =>
      Object.fromEntries(
        Object.entries(form({ message, spanish: '' })).map(([name, value]) => [`${group}.${name}`, value]),
      )
    const path = '/manage/settings/banners'
    const input = { ...fields('admin', ''), ...fields('instructor', 'For staff'), ...fields('student', 'Welcome') }
    expect((await parent.visit(path, input)).status).toBe(303)
    expect((await pupil.visit('/dashboard')).text).toContain('Welcome')
    const page = (await parent.visit(path)).text
    expect(page).toContain('For staff')
    const invalidInput = { ...input, 'student.starts_at': '2099-02-01', 'student.ends_at': '2099-01-01' }
    const response = await parent.visit(path, invalidInput)
    expect(response.text).toContain('Banners could not be updated: The last day comes before the first day.')
    expect((await pupil.visit(path)).status).not.toBe(200)
  })
})

test('only an Admin reads and changes default permissions, and a wrong role is a client error', async () => {
  const { body } = await parent.get('/settings/fetchDefaultPermissions')
  const row = body.permissions.instructorPermissions.find(
    (instructorPermission: { name: string; lk_permission_type_id: number }) =>
      instructorPermission.name === 'MANAGE_REPORTS' && instructorPermission.lk_permission_type_id === 2,
  )
  expect(row).toMatchObject({ InstructorEnabled: 1 })
  const change = { permission_id: row.permission_id, enabled: row.enabled, InstructorEnabled: 0 }
  const savedResponse = await parent.post('/settings/saveDefaultPermissions', { permissions: [change] })
  expect([savedResponse.status, savedResponse.body.message]).toEqual([200, 'Default permissions updated.'])
  const childResponse = await child.get('/settings/fetchDefaultPermissions')
  const inherited = childResponse.body.permissions.instructorPermissions.find(
    (instructorPermission: { permission_id: number }) => instructorPermission.permission_id === row.permission_id,
  )
  expect(inherited.InstructorEnabled).toBe(0)
  expect((await pupil.get('/settings/fetchDefaultPermissions')).status).toBe(403)
  const response = await parent.get('/permission?lk_user_role_id=4')
  expect(response.body.permissions.adminPermissions).toEqual([])
  expect(response.body.permissions.supportPermissions.length).toBeGreaterThan(0)
  expect((await parent.get('/permission?lk_user_role_id=5')).status).toBe(400)
})

test("entity types are found by part of their name, in the reader's language", async () => {
  const ids = async (someone: Someone, search: string) =>
    (await someone.get(`/lookup/entity_type/autocomplete?search=${search}`)).body.data.map(
      ({ value }: { value: number }) => value,
    )
  expect(await ids(parent, 'cour')).toEqual([2, 5])
  expect(await ids(parent, '')).toHaveLength(6)
  await pupil.visit('/language', { locale: 'es-es' })
  expect(await ids(pupil, 'organizacion')).toEqual([4])
})
