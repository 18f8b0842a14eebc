import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkHtml } from './html-check.fixture.ts'
import { documentText, listInlineQuizzes, listMedia, renderDocument, validateDocument } from './index.ts'

const options = {
  locale: 'en',
  media: (attrs: Record<string, unknown>) =>
    typeof attrs.src === 'string' ? { url: attrs.src, poster: attrs.src } : null,
} as const

const doc = (...content: unknown[]) => ({ type: 'doc', content })
const text = (value: string, ...marks: unknown[]) => ({ type: 'text', text: value, marks })
const paragraph = (...content: unknown[]) => ({ type: 'paragraph', content })
const linkDocument = (href: unknown, overrides = {}) =>
  doc(paragraph(text('go', { type: 'link', attrs: { href, ...overrides } })))
const card = (attrs: object) => doc({ type: 'mediaCard', attrs: { component: 'image', src: 'media/a.png', ...attrs } })
const styled = (type: string, attrs: object) => doc(paragraph(text('x', { type, attrs })))
const tableWithCell = (attrs: object) =>
  doc({
    type: 'table',
    content: [{ type: 'tableRow', content: [{ type: 'tableCell', attrs, content: [paragraph(text('x'))] }] }],
  })

function nested(levels: number): unknown {
  let inner: unknown = paragraph(text('deep'))
  for (let level = 0; level < levels; level++) inner = { type: 'blockquote', content: [inner] }
  return doc(inner)
}

const refusedDocuments: Record<string, unknown> = {
  'a script link': linkDocument('javascript:alert(1)'),
  'a script link in mixed case': linkDocument('JaVaScRiPt:alert(1)'),
  'a script link broken by a tab': linkDocument('java\tscript:alert(1)'),
  'a script link broken by a newline': linkDocument('java\nscript:alert(1)'),
  'a script link after a blank': linkDocument(' javascript:alert(1)'),
  'a script link after a control character': linkDocument('\u0001javascript:alert(1)'),
  'a script link spelt with entities': linkDocument('&#106;avascript:alert(1)'),
  'a script link with an invisible character': linkDocument('java\u200Bscript:alert(1)'),
  'a data link': linkDocument('data:text/html,<script>alert(1)</script>'),
  'a vbscript link': linkDocument('vbscript:msgbox(1)'),
  'a file link': linkDocument('file:///etc/passwd'),
  'a blob link': linkDocument('blob:https://example.org/1'),
  'a relative link': linkDocument('//evil.example/x'),
  'a link that dresses up as another host': linkDocument('https://bank.example@evil.example/'),
  'a link that is not text': linkDocument({ toString: () => 'https://example.org' }),
  'a link with a class': linkDocument('https://example.org', { class: 'rt-download' }),
  'a link with an event': linkDocument('https://example.org', { onclick: 'alert(1)' }),
  'a link with an opener': linkDocument('https://example.org', { rel: 'opener' }),
  'a picture from another host': card({ src: 'https://evil.example/a.png' }),
  'a picture that is a script': card({ src: 'javascript:alert(1)' }),
  'a picture that is data': card({ src: 'data:image/svg+xml,<svg onload=alert(1)>' }),
  'a picture above its folder': card({ src: 'media/../../etc/passwd' }),
  'a picture with encoded dots': card({ src: '/files/%2e%2e/secret' }),
  'a picture with a quote in its name': card({ src: 'media/a.png" onerror="alert(1)' }),
  'a picture whose title is an object': card({ title: { html: '<b>' } }),
  'a card with an event': card({ onerror: 'alert(1)' }),
  'a card of an unknown kind': card({ component: 'iframe' }),
  'a card with an unknown align class': card({ alignClass: 'x" onload="alert(1)' }),
  'a card with a huge width': card({ width: 1e9 }),
  'captions from another host': card({
    component: 'video',
    relatedMedia: [{ lk_file_type_id: 11, url: 'https://evil.example/x.vtt' }],
  }),
  'a quiz without questions': card({ component: 'inline-quiz', questions: [] }),
  'a quiz with markup for a question': card({ component: 'inline-quiz', questions: ['1"><script>'] }),
  'a color with a style in it': styled('textStyle', { color: 'red;background:url(//evil.example)' }),
  'a color that is an address': styled('highlight', { color: 'url(https://evil.example)' }),
  'a color that breaks out': styled('textStyle', { color: '#fff"><img src=x onerror=alert(1)>' }),
  'a style attribute': styled('textStyle', { color: '#fff', style: 'position:fixed' }),
  'a cell with a style for its background': tableWithCell({ background: 'expression(alert(1))' }),
  'a cell over a million columns': tableWithCell({ colspan: 1_000_000 }),
  'a cell with markup for its span': tableWithCell({ rowspan: '2" onclick="alert(1)' }),
  'an unknown node': doc({ type: 'iframe', attrs: { src: 'https://evil.example' } }),
  'an unknown mark': doc(paragraph(text('x', { type: 'script' }))),
  'a node named like an object’s inheritance': doc({ type: 'constructor' }),
  'a mark named like an object’s inheritance': doc(paragraph(text('x', { type: '__proto__' }))),
  'an attribute named __proto__': JSON.parse(
    '{"type":"doc","content":[{"type":"paragraph","attrs":{"__proto__":{"x":1}}}]}',
  ),
  'a key named __proto__': JSON.parse('{"type":"doc","__proto__":{"type":"doc"}}'),
  'a heading of level 99': doc({ type: 'heading', attrs: { level: 99 } }),
  'a list that starts with markup': doc({
    type: 'orderedList',
    attrs: { start: '1"><script>' },
    content: [{ type: 'listItem', content: [paragraph()] }],
  }),
  'text outside a paragraph': doc(text('x')),
  'a document in a document': doc(doc()),
  'text with a NUL, which the database cannot keep': doc(paragraph(text('a\0b'))),
  'half of a surrogate pair': doc(paragraph(text('\ud800'))),
  'sixty levels of quotes': nested(60),
  'a hundred thousand levels of quotes': nested(100_000),
  'too many nodes': doc(...Array.from({ length: 20_001 }, () => ({ type: 'horizontalRule' }))),
  'more than a megabyte of text': doc(paragraph(text('x'.repeat(1_000_001)))),
  'too many marks': doc(paragraph(text('x', ...Array.from({ length: 11 }, () => ({ type: 'bold' }))))),
  nothing: null,
  'a list instead of a document': [],
  'a paragraph instead of a document': paragraph(text('x')),
}

describe('a hostile document', () => {
  it.each(Object.entries(refusedDocuments))(
    'containing %s is refused, and harmless if already stored',
    (_name, document) => {
      const verdict = validateDocument(document)
      expect(verdict.ok).toBe(false)
      expect(!verdict.ok && verdict.issues.length).toBeGreaterThan(0)
      const html = renderDocument(document, options)
      expect(checkHtml(html).faults).toEqual([])
      expect(checkHtml(html).attributeText).not.toMatch(/script:|evil|expression/i)
    },
  )

  it('is refused if it refers to itself or throws on reading', () => {
    const round: { type: string; content: unknown[] } = { type: 'doc', content: [] }
    round.content.push(round)
    expect(validateDocument(round).ok).toBe(false)
    const trap = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error('trap')
        },
      },
    )
    expect(validateDocument(trap).ok).toBe(false)
  })

  it('shows markup in its text as text', () => {
    const attack = '"><img src=x onerror=alert(1)><script>alert(1)</script>&amp;\''
    const document = doc(paragraph(text(attack)), { type: 'codeBlock', content: [{ type: 'text', text: attack }] })
    expect(validateDocument(document).ok).toBe(true)
    const { faults, text: plainText } = checkHtml(renderDocument(document, options))
    expect(faults).toEqual([])
    expect(plainText).toBe(attack + attack)
  })

  it('shows markup in titles and alternative texts as text', () => {
    const attack = '" onerror="alert(1)" x="<script>'
    const document = card({ title: attack, alt: attack })
    expect(validateDocument(document).ok).toBe(true)
    const { faults, attributeText } = checkHtml(renderDocument(document, options))
    expect(faults).toEqual([])
    expect(attributeText).toContain(attack)
  })

  it('may name our own origin in full, and no other', () => {
    const document = card({ src: 'https://files.example.org/attachment/Ab3' })
    expect(validateDocument(document).ok).toBe(false)
    expect(validateDocument(document, { origins: ['https://files.example.org'] }).ok).toBe(true)
  })

  it('lists at most twenty reasons', () => {
    const verdict = validateDocument(doc(...Array.from({ length: 500 }, () => ({ type: 'iframe' }))))
    expect(!verdict.ok && verdict.issues.length).toBe(20)
  })
})

const awkward = fc.oneof(
  fc.string(),
  fc.constantFrom(
    'javascript:alert(1)',
    'https://example.org/?a="><b>',
    'mailto:a@b.c?x=<i>',
    'media/a.png',
    '#fff',
    'rgb(1,2,3)',
    'center',
  ),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
)
const attributeNames = [
  'href',
  'src',
  'title',
  'alt',
  'color',
  'background',
  'level',
  'start',
  'colspan',
  'textAlign',
  'component',
  'style',
  'onclick',
  'width',
  'alignClass',
  'questions',
]
const attributes = fc.dictionary(fc.constantFrom(...attributeNames), awkward, { maxKeys: 5 })
const mark = fc.record({
  type: fc.constantFrom('bold', 'link', 'textStyle', 'highlight', 'code', 'script'),
  attrs: attributes,
})
const types = [
  'paragraph',
  'heading',
  'bulletList',
  'orderedList',
  'listItem',
  'blockquote',
  'codeBlock',
  'table',
  'tableRow',
  'tableHeader',
  'tableCell',
  'horizontalRule',
  'mediaCard',
  'text',
  'hardBreak',
  'iframe',
  'toString',
]
const { tree } = fc.letrec((tie) => ({
  tree: fc.record(
    {
      type: fc.constantFrom(...types),
      attrs: attributes,
      text: fc.string(),
      marks: fc.array(mark, { maxLength: 3 }),
      content: fc.array(tie('tree'), { maxLength: 4 }),
    },
    { requiredKeys: ['type'] },
  ),
}))
const wild = fc.array(tree, { maxLength: 5 }).map((content) => ({ type: 'doc', content }))

const storable = fc.string({ unit: 'grapheme', minLength: 1 }).filter((value) => !value.includes('\0'))
const color = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255)).map(([r, g, b]) => `rgb(${r}, ${g}, ${b})`)
const goodMark = fc.oneof(
  fc
    .constantFrom('bold', 'italic', 'underline', 'strike', 'superscript', 'subscript', 'code')
    .map((type) => ({ type })),
  fc.webUrl({ withQueryParameters: true, withFragments: true }).map((href) => ({ type: 'link', attrs: { href } })),
  color.map((color) => ({ type: 'textStyle', attrs: { color } })),
  color.map((color) => ({ type: 'highlight', attrs: { color } })),
)
const goodInline = fc.record({
  type: fc.constant('text'),
  text: storable,
  marks: fc.uniqueArray(goodMark, { maxLength: 3, selector: ({ type }) => type }),
})
const goodParagraph = fc.record({ type: fc.constant('paragraph'), content: fc.array(goodInline, { maxLength: 3 }) })
const goodCard = fc.record({
  type: fc.constant('mediaCard'),
  attrs: fc.record({
    component: fc.constantFrom('image', 'video', 'audio', 'pdf', 'csv'),
    src: fc.constant('media/a.bin'),
    title: storable,
    alt: storable,
    width: fc.integer({ min: 1, max: 4000 }),
  }),
})
const goodCell = fc.record({
  type: fc.constantFrom('tableCell', 'tableHeader'),
  attrs: fc.record({ background: color, colspan: fc.integer({ min: 1, max: 9 }) }),
  content: fc.array(goodParagraph, { minLength: 1, maxLength: 2 }),
})
const goodTable = fc
  .array(goodCell, { minLength: 1, maxLength: 3 })
  .map((cells) => ({ type: 'table', content: [{ type: 'tableRow', content: cells }] }))
const validDocument = fc
  .array(fc.oneof(goodParagraph, goodCard, goodTable), { maxLength: 6 })
  .map((content) => ({ type: 'doc', content }))

const withoutScripts = (document: object): unknown =>
  JSON.parse(JSON.stringify(document), (key, value) =>
    key === 'marks' ? value.filter(({ type }: { type: string }) => !type.endsWith('script')) : value,
  )

describe('arbitrary input', () => {
  it('is checked, read and rendered without throwing, and only with allowed elements', () => {
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.anything(), wild), (value) => {
        validateDocument(value)
        expect(checkHtml(renderDocument(value, options)).faults).toEqual([])
      }),
      { numRuns: 400 },
    )
  })

  it('can be searched for text, media and quizzes without throwing', () => {
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), wild), (value) => {
        expect(typeof documentText(value)).toBe('string')
        expect(Array.isArray(listMedia(value)) && Array.isArray(listInlineQuizzes(value))).toBe(true)
      }),
    )
  })

  it('is accepted if it is a valid document, and shown with all its text and nothing forbidden', () => {
    fc.assert(
      fc.property(validDocument, (document) => {
        expect(validateDocument(document).ok).toBe(true)
        const { faults, text } = checkHtml(renderDocument(document, options))
        expect(faults).toEqual([])
        // Without markup, superscript and subscript text uses other characters.
        for (const part of documentText(withoutScripts(document)).split('\n'))
          expect(text.replace(/\r\n?/g, '\n')).toContain(part.replace(/\r\n?/g, '\n'))
      }),
      { numRuns: 200 },
    )
  })
})
