import { createElement } from 'react'
import { expect, test } from 'vitest'
import { brandVariables, contrastOf } from '#platform/ui/brand-colors.ts'
import { plainText } from './plain-text.ts'
import { renderEmail } from './render.ts'
import { SampleEmail, type SampleProps } from './sample.mail.tsx'

const sample = (change: Partial<SampleProps> = {}) =>
  renderEmail(
    createElement(SampleEmail, {
      locale: 'en-us',
      brand: { name: 'Sunshine Safe Driving' },
      first_name: 'María & Co <x>',
      href: 'https://ssd.waypost.test/dashboard?a=1&b=2',
      rows: [
        ['Basic course', '$24.95'],
        ['Total', '$24.95'],
      ],
      ...change,
    }),
  )

test('the text of an email has the content of its HTML', () => {
  expect(sample().text).toBe(`Sunshine Safe Driving

Thank you, María & Co <x>

Hi María & Co <x>,

We have received your order.

- Bring your license.
- Start when you like.

Basic course  $24.95
Total  $24.95

Go to my courses: https://ssd.waypost.test/dashboard?a=1&b=2

Questions? Write to help@waypost.test
`)
})

test('an email is a complete page in its language, without scripts and external requests', () => {
  const { html } = sample({ locale: 'es-es' })
  expect(html).toMatch(/^<!doctype html><html lang="es"><head>/)
  expect(html).toContain('<h1 class="email-heading"')
  expect(html).toContain('Gracias, María &amp; Co &lt;x&gt;')
  expect(html).toContain('Si el botón no funciona')
  expect(html).toContain('href="https://ssd.waypost.test/dashboard?a=1&amp;b=2"')
  expect(html).not.toMatch(/<script|<link|@import|url\(/)
})

test('an email can be read on a dark screen', () => {
  const { html } = sample()
  expect(html).toContain('<meta name="color-scheme" content="light dark"/>')
  expect(html).toContain('@media (prefers-color-scheme: dark) {')
})

test('the preheader is in the HTML, hidden, and not in the text', () => {
  const { html, text } = sample()
  expect(html).toMatch(/display:none[^>]*>Your receipt is inside\./)
  expect(text).not.toContain('Your receipt is inside.')
})

const element = createElement(SampleEmail, {
  locale: 'en-us',
  brand: { name: 'Lone Star' },
  first_name: 'Ana',
  href: 'https://lst.waypost.test/dashboard',
  rows: [],
})

/** The button's color as a mail program draws it: its own style, otherwise its cell's. */
const buttonOf = (html: string) => {
  const [, cell, link] = /<td style="([^"]*)"><a [^>]*style="([^"]*)"[^>]*>Go to my courses/.exec(html)!
  const value = (style: string, name: string) => new RegExp(`(?:^|;)${name}:(#[0-9a-f]{6})`).exec(style)?.[1]
  return { ground: value(cell!, 'background-color')!, words: value(link!, 'color')! }
}

test.each(['#7a1f1f', '#ffd500', '#00c2ff', '#ffffff', '#000000'])('an email has a readable button in %s', (color) => {
  const { ground, words } = buttonOf(renderEmail(element, undefined, { color }).html)
  expect(ground).toBe(brandVariables(color, 'light').primary)
  expect(contrastOf(ground, words)).toBeGreaterThanOrEqual(4.5)
})

test("links of an email's text have the organization's color, readable on its card", () => {
  const linkOf = (color: string) =>
    /\.email-words a \{ color: (#[0-9a-f]{6}) \}/.exec(renderEmail(element, undefined, { color }).html)![1]!
  expect(linkOf('#7a1f1f')).toBe(brandVariables('#7a1f1f', 'light').primary)
  expect(contrastOf(linkOf('#ffd500'), '#ffffff')).toBeGreaterThanOrEqual(4.5)
})

test('a logo with dark letters has a light ground on a dark screen', () => {
  expect(renderEmail(element).html).toMatch(
    /prefers-color-scheme: dark\) \{[\s\S]*\.email-heading img \{ background-color: #ffffff/,
  )
})

test("an invalid brand color falls back to the product's", () => {
  const usual = buttonOf(renderEmail(element).html)
  expect(buttonOf(renderEmail(element, undefined, { color: 'red;x:y' }).html)).toEqual(usual)
})

test("an email has the organization's logo and social links, and its text the name", () => {
  const look = {
    logo_url: 'https://lst.waypost.test/logo.png',
    social: [{ network: 'facebook', href: 'https://facebook.com/lonestar' }],
  }
  const { html, text } = renderEmail(element, undefined, look)
  expect(html).toContain('<img src="https://lst.waypost.test/logo.png" alt="Lone Star"')
  expect(html).toMatch(/<a href="https:\/\/facebook\.com\/lonestar"[^>]*>Facebook<\/a>/)
  expect(html).not.toContain('<link')
  expect(text).toMatch(/^Lone Star\n/)
})

test.each(['/dashboard', 'javascript:alert(1)', '//evil.test'])('an email does not link to %s', (href) => {
  expect(() => sample({ href })).toThrow('absolute')
})

test.each([
  ['<p>a</p><p>b</p>', 'a\n\nb\n'],
  ['<p>a<br/>b</p>', 'a\nb\n'],
  ['<p>see <a href="https://x.test">https://x.test</a> now</p>', 'see https://x.test now\n'],
  ['<p><a href="mailto:a@b.test">Write</a></p>', 'Write: a@b.test\n'],
  ['<p>1 &lt; 2 &amp;&amp; &quot;x&quot; isn&#x27;t &amp;lt;</p>', '1 < 2 && "x" isn\'t &lt;\n'],
  ['<div>a</div><hr/><div>b</div>', 'a\n\n---\n\nb\n'],
  ['<div data-text="none"><p>no<br/></p></div><p title="a > b">yes</p>', 'yes\n'],
  ['<p>  spread\n  over   lines </p>', 'spread over lines\n'],
  ['<p>a <b>bold</b> word</p>', 'a bold word\n'],
])('%s becomes %j as text', (markup, text) => {
  expect(plainText(markup)).toBe(text)
})
