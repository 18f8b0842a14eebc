import { expect, test } from 'vitest'
import { carry } from './frame.ts'
import { localPath } from './page-redirect.ts'

test.each([
  ['/course/1?x=2#y', '/course/1?x=2#y'],
  ['//evil.example/x', '/dashboard'],
  ['/\\evil.example', '/dashboard'],
  ['/.//evil.example', '/dashboard'],
  ['/x/..//evil.example/y', '/dashboard'],
  ['/%2e/\\evil.example', '/dashboard'],
  ['https://evil.example', '/dashboard'],
  ['javascript:alert(1)', '/dashboard'],
  [null, '/dashboard'],
])('the requested path %s redirects to %s: never to another host', (input, path) => expect(localPath(input)).toBe(path))

test('forwarded parameters are added to links of this site only', () => {
  const frame = { carried: '?org_code=abc' }
  expect(carry(frame, '/courses/search?sort_by=x#top')).toBe('/courses/search?sort_by=x&org_code=abc#top')
  expect(carry(frame, '/login?org_code=own')).toBe('/login?org_code=own')
  expect(carry(frame, 'https://other.example/')).toBe('https://other.example/')
  expect(carry({ carried: '' }, '/login')).toBe('/login')
})
