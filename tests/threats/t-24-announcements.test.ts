import { Window } from 'happy-dom'
import { beforeAll, expect, test } from 'vitest'
import { type Client, openTestApp } from '#tests/support/app.ts'

const app = await openTestApp()
let admin: Client
beforeAll(async () => {
  admin = await app.as(await app.userId('admin@example.com'))
})

const doc = (...content: unknown[]) => ({ type: 'doc', content })
const paragraph = (...content: unknown[]) => ({ type: 'paragraph', content })
const text = (value: string, ...marks: unknown[]) => ({ type: 'text', text: value, marks })
const link = (href: string, overrides = {}) =>
  doc(paragraph(text('go', { type: 'link', attrs: { href, ...overrides } })))
const card = (attrs: object) => doc({ type: 'mediaCard', attrs })

const markup = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '</form><form action=//evil.example>',
  '<iframe srcdoc="<script>alert(1)</script>">',
  "'-alert(1)-'",
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '<a href="javascript:alert(1)">x</a>',
  '<style>@import "//evil.example"</style>',
  '<meta http-equiv=refresh content="0;url=//evil.example">',
  '\u0000<scr\u0000ipt>alert(1)</script>'.replaceAll('\u0000', '\u200b'),
  '{{constructor.constructor("alert(1)")()}}',
]

/** JSON that an administrator, or an attacker in their place, might have saved. */
const corpus: [string, unknown][] = [
  ...markup.map((value): [string, unknown] => [`text ${value}`, value]),
  ...markup.map((value): [string, unknown] => [`text in two languages ${value}`, { text: { 'en-us': value } }]),
  ...markup.map((value): [string, unknown] => [`a document with ${value}`, doc(paragraph(text(value)))]),
  ['a kind with markup', { kind: '"><script>alert(1)</script>', text: 'hello' }],
  ['html for a text', { html: '<script>alert(1)</script>' }],
  ['a React element', { $$typeof: 'Symbol(react.element)', type: 'script', props: { children: 'alert(1)' } }],
  ['dangerous props', { dangerouslySetInnerHTML: { __html: '<script>alert(1)</script>' } }],
  ['a script link', link('javascript:alert(1)')],
  ['a script link in disguise', link('java\tscript:alert(1)')],
  ['a data link', link('data:text/html,<script>alert(1)</script>')],
  ['a link with an event', link('https://example.org', { onclick: 'alert(1)' })],
  ['a script node', doc({ type: 'script', content: [text('alert(1)')] })],
  ['a frame', doc({ type: 'iframe', attrs: { src: '//evil.example' } })],
  ['a picture of another host', card({ component: 'image', src: 'https://evil.example/a.png' })],
  ['a picture with an event', card({ component: 'image', src: 'media/a.png', onerror: 'alert(1)' })],
  ['a style', doc(paragraph(text('x', { type: 'textStyle', attrs: { color: 'red;background:url(//evil.example)' } })))],
  ['a document in an envelope', { kind: 'error', document: link('javascript:alert(1)') }],
  ['a number', 7],
  ['a list', ['<script>alert(1)</script>']],
  ['nothing', {}],
]

async function announce(message: unknown): Promise<void> {
  const { read } = app.database
  await read`delete from settings.system_notice`
  await read`delete from settings.banner`
  const json = () => read.json(message)
  await read`
    insert into settings.system_notice (organization_id, lk_system_notice_type_id, message) values (1, 1, ${json()})`
  await read`insert into settings.banner (organization_id, "group", message) values (1, 'admin', ${json()})`
}

/** The faults that a browser would make of the page. */
function faultsOf(html: string): string[] {
  const window = new Window({ settings: { disableJavaScriptEvaluation: true, disableJavaScriptFileLoading: true } })
  const parsed = new window.DOMParser().parseFromString(html, 'text/html')
  const faults: string[] = []
  for (const element of parsed.querySelectorAll('*')) {
    const tag = element.tagName.toLowerCase()
    if (tag === 'script' && !(element.getAttribute('nonce') && element.getAttribute('src'))) faults.push('script')
    if (['iframe', 'object', 'embed', 'base'].includes(tag)) faults.push(tag)
    if (tag === 'meta' && element.getAttribute('http-equiv')) faults.push('meta')
    for (const { name, value } of element.attributes) {
      if (name.startsWith('on') || name === 'style' || name === 'srcdoc') faults.push(`${tag} ${name}`)
      if (
        ['href', 'src', 'action'].includes(name) &&
        /^\s*(javascript|data:text|vbscript)|evil\.example/i.test(value ?? '')
      )
        faults.push(`${tag} ${name}=${value}`)
    }
  }
  return faults
}

test('T-24: the detector of this test works', () => {
  expect(faultsOf('<p onclick="x">a</p><script>1</script><a href="javascript:x">b</a>')).toEqual([
    'p onclick',
    'script',
    'a href=javascript:x',
  ])
})

test.each(corpus)('T-24: %s does nothing in a notice and a banner', async (_name, message) => {
  await announce(message)
  const page = await admin.visit('/manage/students')
  expect(page.status).toBe(200)
  expect(faultsOf(page.text)).toEqual([])
  const policy = page.headers.get('content-security-policy') ?? ''
  expect(policy).not.toContain("'unsafe-inline'")
})

test('T-24: markup in a text is shown as written', async () => {
  await announce({ text: '<b>Bold</b> words' })
  expect((await admin.visit('/manage/students')).text).toContain('&lt;b&gt;Bold&lt;/b&gt; words')
})

test('T-24: a document keeps harmless content', async () => {
  await announce({ kind: 'attention', document: doc(paragraph(text('Closed on Monday', { type: 'bold' }))) })
  expect((await admin.visit('/manage/students')).text).toContain('<strong>Closed on Monday</strong>')
})
