import { expect, test } from 'vitest'
import { currentOf } from './backoffice.tsx'

const entries = ['/manage', '/manage/courses', '/manage/course', '/manage/organizations'].map((href) => ({
  href,
  label: href,
  icon: 'book',
  group: 'All',
}))

test.each([
  ['/manage', '/manage'],
  ['/manage/courses?sort_by=-x', '/manage/courses'],
  ['/manage/courses/7', '/manage/courses'],
  ['/manage/students', '/manage'],
  ['/manage/organization/1/overview?sort_by=x', '/manage/organizations'],
  ['/manage/organizational', '/manage'],
  ['/support', undefined],
])('the drawer on %s marks %s', (path, href) => expect(currentOf(entries, path)?.href).toBe(href))
