import { expect, test } from 'vitest'
import { permissionKeys } from '#modules/identity/entry.ts'
import type { Actor, Role } from '#platform/actor.ts'
import { drawerOf, entries } from './drawer.ts'
import { pages } from './pages.ts'

const actor = (role: Role, permissions: readonly string[] = permissionKeys): Actor => ({
  kind: 'user',
  user_id: 1,
  role,
  organization_id: 1,
  session_id: 1,
  permissions: new Set(permissions),
  viewed_by: null,
})
const home = {
  organization_id: 1,
  code: 'TST',
  name: 'Test',
  scope: [1],
  runs_product: true,
  time_zone: 'America/New_York',
}
const hrefsOf = (actor: Actor, organization = home) =>
  drawerOf({ actor: actor, locale: 'en-us', organization }).map(({ href }) => href)
const addresses = new Set(pages.map(({ address }) => address))

test('an Admin sees every entry with a page, and no entry is a dead link', () => {
  const existing = entries.map(([href]) => href).filter((href) => addresses.has(href))
  expect(hrefsOf(actor('Admin'))).toEqual(existing)
  expect(existing).toContain('/manage/students')
  expect(existing).toContain('/manage/permissions')
})

test('entries depend on the role and the permission', () => {
  expect(hrefsOf(actor('Instructor'))).not.toContain('/manage/permissions')
  expect(hrefsOf(actor('Instructor', ['MANAGE_STUDENTS:READ']))).toEqual([
    '/manage/home',
    '/manage/students',
    '/manage/tasks',
    '/manage/external-exams',
    '/manage/completion-reports',
    '/manage/agencies',
  ])
  expect(hrefsOf(actor('Support', []))).toEqual(['/manage/home', '/manage/tasks'])
  expect(hrefsOf(actor('Student'))).toEqual([])
  expect(drawerOf({ actor: { kind: 'anonymous' }, locale: 'en-us' })).toEqual([])
})

test('staff who work only for organizations below see no settings of the current one', () => {
  const instructor = actor('Instructor')
  const hidden = hrefsOf(instructor).filter((href) => !hrefsOf(instructor, { ...home, scope: [2] }).includes(href))
  expect(hidden).toEqual([
    '/manage/agencies',
    '/manage/settings/leaver',
    '/manage/settings/checkout',
    '/manage/settings/banners',
    '/manage/settings/support',
    '/manage/settings/certificate-signer',
    '/manage/settings/emails',
    '/manage/settings/saved-replies',
  ])
})

test("product-wide entries appear only on the operating organization's site", () => {
  const hidden = hrefsOf(actor('Admin')).filter(
    (href) => !hrefsOf(actor('Admin'), { ...home, runs_product: false }).includes(href),
  )
  expect(hidden).toEqual(['/manage/settings/system', '/manage/settings/languages', '/manage/settings/translations'])
})

const roles = ['Admin', 'Instructor', 'Support'] as const
const shownPages = entries.map(([href, , , shownTo, key]) => {
  const page = pages.find(({ address }) => address === href)
  return { href, page, shownTo, key }
})

test('every entry opens a page that admits its readers', () => {
  for (const { href, page, shownTo } of shownPages) {
    expect(page, href).toBeDefined()
    expect([href, shownTo.filter((role) => !page!.may.gate(actor(role)))]).toEqual([href, []])
  }
})

test('a page for Admins admits no one else, and the drawer hides it from others', () => {
  const ofAdmins = shownPages.filter(({ page }) =>
    roles.every((role) => page!.may.gate(actor(role)) === (role === 'Admin')),
  )
  expect(ofAdmins.map(({ href }) => href)).toEqual([
    '/manage/administrators',
    '/manage/auditors',
    '/manage/clients',
    '/manage/permissions',
  ])
  for (const { href, shownTo } of ofAdmins) expect([href, shownTo]).toEqual([href, ['Admin']])
})

test("an entry and its page require exactly the entry's permission", () => {
  const keyed = shownPages.filter(({ key }) => key !== undefined)
  for (const { href, page, key, shownTo } of keyed) {
    const without = permissionKeys.filter((permission) => permission !== key)
    const [role] = shownTo
    expect([href, hrefsOf(actor(role!, [key!])).includes(href), page!.may.gate(actor(role!, [key!]))]).toEqual([
      href,
      true,
      true,
    ])
    expect([href, hrefsOf(actor(role!, without)).includes(href)]).toEqual([href, false])
  }
})
