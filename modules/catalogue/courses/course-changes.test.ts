import { expect, test } from 'vitest'
import type { Locale } from '#platform/texts.ts'
import { courseChanges } from './course-changes.shared.ts'

type Side = Parameters<typeof courseChanges>[0]
const changesIn = (before: Side, after: Side, locale: Locale = 'en-us') =>
  courseChanges(before, after, locale).map(({ path: _path, ...change }) => change)

test("names each changed setting as in the course's forms, and omits unchanged ones", () => {
  const before = {
    registrationOptions: { enabled: true, age: 18, iAgreeLocation: 'checkout' },
    disclaimer: 'Drive safely.',
    questions: 2,
  }
  const after = {
    registrationOptions: { enabled: false, age: 18, iAgreeLocation: 'registration' },
    disclaimer: 'Drive safely.',
    questions: 3,
  }
  expect(changesIn(before, after)).toEqual([
    { name: 'Registration: Students register before the course', before: 'Yes', after: 'No' },
    { name: 'Disclaimer: Students agree', before: 'at checkout', after: 'at registration' },
    { name: 'Number of questions', before: '2', after: '3' },
  ])
  expect(changesIn(before, after, 'es-es')[1]).toEqual({
    name: 'Condiciones: Los estudiantes aceptan',
    before: 'al finalizar la compra',
    after: 'en el registro',
  })
})

test('additions and removals are on one side only, and a changed description is not a title', () => {
  expect(changesIn(null, { name: 'Ice', from: 4 })).toEqual([
    { name: 'Name', before: '', after: 'Ice' },
    { name: 'Copied from course', before: '', after: '4' },
  ])
  expect(changesIn({ lk_course_status_id: 1 }, { lk_course_status_id: 2 })).toEqual([
    { name: 'Status', before: 'Unpublished', after: 'Published' },
  ])
  // An outline's sentences are already the entry's description; a course's own description also has a previous value.
  expect(courseChanges(null, { description: 'Chapter 1 was created.' }, 'en-us')).toEqual([])
  expect(courseChanges({ description: 'Old' }, { description: 'New' }, 'en-us')).toHaveLength(1)
})
