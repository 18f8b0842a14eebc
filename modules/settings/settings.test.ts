import { expect, test } from 'vitest'
import { lk_file_type, lk_shipping_type } from '#modules/catalogue/lookups.shared.ts'
import { questionTypeLookup } from '#modules/catalogue/questions/question-types.shared.ts'
import { lk_suffix, lk_user_role } from '#modules/identity/lookups.shared.ts'
import { genders } from '#modules/identity/people/gender.shared.ts'
import { lk_student_course_status } from '#modules/learning/lookups.shared.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import { manifests } from '#modules/manifests.ts'
import type { Actor, Role } from '#platform/actor.ts'
import { systemClock } from '#platform/clock.ts'
import { silentLog } from '#platform/log.ts'
import { label, options } from '#platform/lookups.ts'
import { fillPorts, openCtx } from '#platform/open-ctx.ts'
import { lk_course_state, lk_state, postalStates, stateCode, stateIdOf, states } from '#platform/states.ts'
import { testDatabase } from '#platform/testing/database.ts'
import type { Locale } from '#platform/texts.ts'
import { bannerGroups } from './banners/banner.schema.ts'
import { fetchSystemLanguage } from './languages/fetch-system-language.ts'
import { counties } from './lookups/counties.ts'
import { autocompleteCounties, fetchLookupStates } from './lookups/fetch-lookups.ts'
import { fetchTodayNotices } from './notices/fetch-today-notices.ts'
import { fetchUserBanner } from './notices/fetch-user-banner.ts'

const { db, app } = await testDatabase()
const services = {
  database: app,
  clock: systemClock,
  log: silentLog,
  facts: { send: async () => {} },
  ports: fillPorts(),
}

function visit({
  role,
  organization_id = 1,
  locale = 'en-us' as Locale,
}: {
  role?: Role
  organization_id?: number
  locale?: Locale
} = {}) {
  const rights = { permissions: new Set<string>(), viewed_by: null }
  const actor: Actor = role
    ? { kind: 'user', user_id: 1, session_id: 1, organization_id, role, ...rights }
    : { kind: 'anonymous' }
  const organization = {
    organization_id,
    code: 'AAA',
    name: 'Alpha',
    scope: [organization_id],
    time_zone: 'America/New_York',
  }
  return openCtx(services, { actor, organization, locale })
}

/** Auditors get no announcements. */
const roles: readonly Role[] = ['Admin', 'Instructor', 'Support', 'Student']

const lookups = manifests.flatMap((manifest) => Object.entries(manifest.lookups ?? {}))

test('every lookup is declared once, with a label in both languages for every id', () => {
  const names = lookups.map(([name]) => name)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  for (const [name, lookup] of lookups) {
    for (const locale of ['en-us', 'es-es'] as const) {
      const labels = options(lookup, locale).map((option) => option.label)
      expect(labels.length, name).toBeGreaterThan(0)
      expect(labels, name).not.toContain('')
    }
  }
  expect(label(lk_shipping_type, 99, 'en-us')).toBe('')
  expect(label(lk_suffix, null, 'en-us')).toBe('')
})

test('the ids of the specification and of the decisions are unchanged', () => {
  expect(label(lk_student_course_status, status.passed, 'en-us')).toBe('Passed')
  expect(Object.keys(lk_student_course_status)).toEqual(Object.values(status).map(String))
  expect(label(lk_shipping_type, 2, 'en-us')).toBe('Mail (7-10 Days)')
  expect(label(questionTypeLookup, 14, 'en-us')).toBe('SSN (Last 4)')
  expect(label(lk_file_type, 11, 'en-us')).toBe('Captions')
  expect(label(lk_user_role, 3, 'es-es')).toBe('Estudiante')
  expect(genders).toEqual(['M', 'F', 'X'])
})

test('the states are the fifty and DC by name, and their codes map both ways', () => {
  expect(states).toHaveLength(51)
  expect(states.map(({ name }) => name)).toEqual(states.map(({ name }) => name).toSorted())
  expect(postalStates.slice(51).map(({ code }) => code)).toEqual(['AS', 'GU', 'MP', 'PR', 'VI', 'AA', 'AE', 'AP'])
  expect([Object.keys(lk_state), Object.keys(lk_course_state)].map(({ length }) => length)).toEqual([59, 51])
  for (const { lk_state_id, code } of postalStates) {
    expect(stateCode(lk_state_id)).toBe(code)
    expect(stateIdOf(code.toLowerCase())).toBe(lk_state_id)
  }
  expect(stateIdOf('ZZ')).toBeNull()
  expect(options(lk_state, 'en-us')[9]).toEqual({ value: 10, label: 'Florida' })
})

test('the five states have all their counties, each once', () => {
  const count = (code: string) => counties.filter(({ lk_state_id }) => lk_state_id === stateIdOf(code)).length
  expect(['FL', 'MI', 'NJ', 'NY', 'TX'].map(count)).toEqual([67, 83, 21, 62, 254])
  expect(new Set(counties.map(({ lk_state_id, name }) => `${lk_state_id} ${name}`)).size).toBe(counties.length)
})

test("one call returns all lookups in the caller's language", async () => {
  const fetchAll = manifests.flatMap(({ operations }) => operations).find(({ path }) => path === '/lookup/fetchAll')!
  const all = (await fetchAll.run(visit({ locale: 'es-es' }), {})) as Record<string, object[]>
  expect(Object.keys(all)).toEqual([...lookups.map(([name]) => name), 'states', 'counties'])
  expect(all.lk_user_status).toContainEqual({ value: 2, label: 'Deshabilitado' })
  expect(all.states).toContainEqual({ value: 33, label: 'Nueva York', code: 'NY' })
  expect(all.counties).toHaveLength(counties.length)
  expect((await fetchLookupStates.run(visit(), {})).states).toHaveLength(59)
})

test('a county is found by part of its name, the exact match first', async () => {
  const labels = async (filter: string) =>
    (await autocompleteCounties.run(visit(), { filter })).counties.map((county) => county.label)
  expect((await labels('lee'))[0]).toMatch(/^Lee, /)
  expect(await labels('contains:miami')).toEqual(['Miami-Dade, FL'])
  expect(await labels('st lucie')).toEqual(['St. Lucie, FL'])
  expect(await labels('nowhere')).toEqual([])
  expect(await labels('')).toHaveLength(50)
})

test("everyone sees today's notices for all and for their role, on their own site", async () => {
  const momentAfter = (hours: number) => new Date(Date.now() + hours * 3_600_000)
  const notice = (lk_system_notice_type_id: number, message: string, overrides = {}) => ({
    organization_id: 1,
    lk_system_notice_type_id,
    message: db.read.json(message),
    starts_at: null as Date | null,
    ends_at: null as Date | null,
    ...overrides,
  })
  const rows = [
    notice(1, 'all'),
    notice(2, 'admins'),
    notice(3, 'instructors'),
    notice(4, 'students'),
    notice(4, 'over', { ends_at: momentAfter(-1) }),
    notice(4, 'to come', { starts_at: momentAfter(1) }),
    notice(1, 'elsewhere', { organization_id: 2 }),
  ]
  for (const row of rows) await db.read`insert into settings.system_notice ${db.read(row)}`
  const noticesFor = async (role: Role) =>
    (await fetchTodayNotices.run(visit({ role }), {})).notices.map(({ message }) => message)
  expect(Object.fromEntries(await Promise.all(roles.map(async (role) => [role, await noticesFor(role)])))).toEqual({
    Admin: ['admins', 'all'],
    Instructor: ['instructors', 'all'],
    Support: ['instructors', 'all'],
    Student: ['students', 'all'],
  })
  await expect(fetchTodayNotices.run(visit(), {})).rejects.toMatchObject({ kind: { status: 401 } })
})

test('each role sees the banner of its user group, on its own site and only while it is scheduled', async () => {
  const banner = (group: string, overrides = {}) => ({
    organization_id: 1,
    group,
    message: db.read.json({ text: group }),
    starts_at: null as Date | null,
    ends_at: null as Date | null,
    ...overrides,
  })
  const shownGroup = async (role: Role, organization_id = 1) =>
    (await fetchUserBanner.run(visit({ role, organization_id }), {})).banner?.group ?? null
  const all = async (organization_id?: number) =>
    Object.fromEntries(await Promise.all(roles.map(async (role) => [role, await shownGroup(role, organization_id)])))
  for (const group of bannerGroups) await db.read`insert into settings.banner ${db.read(banner(group))}`
  expect(await fetchUserBanner.run(visit({ role: 'Student' }), {})).toEqual({
    banner: { group: 'student', message: { text: 'student' } },
  })
  expect(await all()).toEqual({
    Admin: 'admin',
    Instructor: 'instructor',
    Support: 'instructor',
    Student: 'student',
  })
  const none = Object.fromEntries(roles.map((role) => [role, null]))
  expect(await all(2)).toEqual(none)
  await db.read`update settings.banner set starts_at = platform.now() + interval '1 minute'`
  expect(await all()).toEqual(none)
  await db.read`update settings.banner set starts_at = null, ends_at = platform.now()`
  expect(await all()).toEqual(none)
  await expect(fetchUserBanner.run(visit(), {})).rejects.toMatchObject({ kind: { status: 401 } })
})

test("the product's default language is English, and Spanish is available", async () => {
  const { languages } = await fetchSystemLanguage.run(visit(), {})
  expect(languages.map(({ language, default_ind }) => [language, default_ind])).toEqual([
    ['en-us', true],
    ['es-es', false],
  ])
})
