import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitLinks } from './split-links.shared.ts'

const linksOf = (text: string) => splitLinks(text).flatMap(({ href }) => href ?? [])

test('web addresses in a message become links, without the punctuation of their sentence', () => {
  expect(splitLinks('See https://example.com/a?b=1, then http://school.test.')).toEqual([
    { text: 'See ', href: null },
    { text: 'https://example.com/a?b=1', href: 'https://example.com/a?b=1' },
    { text: ', then ', href: null },
    { text: 'http://school.test', href: 'http://school.test' },
    { text: '.', href: null },
  ])
  expect(linksOf('(https://example.com/x) and https://example.com/w(1)')).toEqual([
    'https://example.com/x',
    'https://example.com/w(1)',
  ])
})

test('nothing but http and https becomes a link, and no character is lost', () => {
  expect(linksOf('javascript:alert(1) data:text/html,x ftp://a.b mailto:a@b.c //example.com')).toEqual([])
  const pieces = fc.constantFrom('https://a.b/c', 'http://', ')', '(', '.', ' ', '"', '<', 'javascript:', 'é', '\n')
  fc.assert(
    fc.property(fc.array(pieces), (parts) => {
      const text = parts.join('')
      expect(
        splitLinks(text)
          .map((part) => part.text)
          .join(''),
      ).toBe(text)
      expect(linksOf(text).every((href) => /^https?:\/\//.test(href))).toBe(true)
    }),
  )
})
