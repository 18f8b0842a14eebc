import { expect, test } from 'vitest'
import type { PageAddress } from './page-addresses.ts'
import { pathTo } from './path-to.ts'

test('the path of a page holds its values, escaped', () => {
  expect(pathTo('/manage/students')).toBe('/manage/students')
  expect(pathTo('/manage/student/:id/account', { id: 17 })).toBe('/manage/student/17/account')
  expect(pathTo('/course/:studentCourseId/:componentId', { studentCourseId: 4, componentId: 9 })).toBe('/course/4/9')
  expect(pathTo('/certificate/check/:code', { code: 'A/B ü' })).toBe('/certificate/check/A%2FB%20%C3%BC')
})

test('the query omits missing values, and the fragment comes last', () => {
  const query = { tab: 'courses', page: 2, redirect: '/a?b=c', none: null, missing: undefined }
  expect(pathTo('/settings', { query, hash: 'run-1' })).toBe('/settings?tab=courses&page=2&redirect=%2Fa%3Fb%3Dc#run-1')
  expect(pathTo('/support/:id', { id: 3 }, { query: new URLSearchParams() })).toBe('/support/3')
  expect(pathTo('/manage/payments', { query: { id: 'exact:7' } })).toBe('/manage/payments?id=exact:7')
  expect(pathTo('/', { query: { org_code: 'abc' } })).toBe('/?org_code=abc')
})

test('an unknown page and a missing value are type errors', () => {
  const kinds: readonly ('student' | 'instructor')[] = ['student', 'instructor']
  expect(kinds.map((kind) => pathTo(`/manage/${kind}/:id`, { id: 1 }))).toHaveLength(2)
  // @ts-expect-error: no page has this address
  const address: PageAddress = '/manage/promo-codes/:id'
  // @ts-expect-error: no page has this address
  expect(pathTo('/manage/studnets')).toBe('/manage/studnets')
  // @ts-expect-error: a part of an address may be any text
  expect(pathTo(`/manage/${String('reports')}`)).toBe('/manage/reports')
  // @ts-expect-error: the address has an id
  expect(() => pathTo(address)).toThrow(TypeError)
  // @ts-expect-error: the value has another name
  expect(pathTo('/support/:id', { ticket: 1 })).toBe('/support/undefined')
})
