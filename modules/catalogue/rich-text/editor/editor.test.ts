// @vitest-environment happy-dom
import { Editor } from '@tiptap/core'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { attributeRules, markRules } from '#modules/catalogue/rich-text/attributes.ts'
import { demoDocuments } from '#modules/catalogue/rich-text/demo-documents.fixture.ts'
import { contentRules } from '#modules/catalogue/rich-text/document.ts'
import { type MediaResolver, renderDocument, validateDocument } from '#modules/catalogue/rich-text/index.ts'
import { editorExtensions, toggleScript } from './editor-schema.ts'
import { insertCard, insertTable } from './insert-card.ts'
import { linkAddress } from './link-address.ts'
import { editableDocument, storedDocument } from './stored.ts'

const media: MediaResolver = ({ src }) => (typeof src === 'string' ? { url: `/files/${src}` } : null)
const rendered = (document: unknown) => renderDocument(document, { locale: 'en', media })
const editor = new Editor({ element: document.createElement('div'), extensions: editorExtensions() })
afterAll(() => editor.destroy())

function reopened(document: unknown) {
  editor.commands.setContent(editableDocument(document), { errorOnInvalidContent: true })
  return storedDocument(editor.getJSON())
}

/** Opened and saved 20 times: always storable, and always rendered the same. */
function expectStable(document: unknown) {
  let last = reopened(document)
  const [html, first] = [rendered(last), JSON.stringify(last)]
  for (let time = 0; time < 20; time++) {
    expect(validateDocument(last)).toEqual({ ok: true, document: last })
    last = reopened(last)
  }
  expect(JSON.stringify(last)).toBe(first)
  expect(rendered(last)).toBe(html)
}

test('the editor has the nodes, contents, marks and attributes of the stored document, and no others', () => {
  const { nodes, marks } = editor.schema
  expect(Object.keys(nodes).sort()).toEqual([...contentRules.keys()].sort())
  expect(Object.keys(marks).sort()).toEqual(Object.keys(markRules).sort())
  for (const [name, { spec }] of Object.entries({ ...nodes, ...marks }))
    expect([name, Object.keys(spec.attrs ?? {})]).toEqual([name, Object.keys(attributeRules(name))])
  for (const [name, { children }] of contentRules) {
    const allowed = Object.values(nodes).filter((type) => nodes[name]!.contentMatch.matchType(type))
    expect([name, allowed.map((type) => type.name).sort()]).toEqual([name, [...children].sort()])
  }
})

test('the demo courses are unchanged after a pass through the editor', () => {
  const changed = [...demoDocuments()].filter(([, document]) => rendered(reopened(document)) !== rendered(document))
  // The editor orders marks in its own way; the rendering is the same.
  const text = (html: string) => html.replace(/<\/?(?:strong|em|u|s|mark|span)[^>]*>/g, '')
  for (const [, document] of changed) expect(text(rendered(reopened(document)))).toBe(text(rendered(document)))
  expect(changed.length).toBeLessThan(3)
})

const align = fc.constantFrom(null, 'left', 'center', 'right', 'justify')
const color = fc.constantFrom(null, '#c61420', '#000000', 'rgb(1, 2, 3)', '#FFF3B0')
const mark = fc.oneof(
  fc
    .constantFrom('bold', 'italic', 'underline', 'strike', 'superscript', 'subscript', 'code')
    .map((type) => ({ type })),
  fc.record({ color, backgroundColor: color }).map((attrs) => ({ type: 'textStyle', attrs })),
  color.map((value) => ({ type: 'highlight', attrs: { color: value } })),
  fc
    .constantFrom('https://example.org/a?b=1&c=2', 'mailto:a@example.org')
    .map((href) => ({ type: 'link', attrs: { href, rel: 'noopener', target: '_blank' } })),
)
const text = fc.record({
  type: fc.constant('text'),
  text: fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' }).filter((value) => !value.includes('\0')),
  marks: fc.uniqueArray(mark, { maxLength: 4, selector: ({ type }) => type }),
})
const line = fc.array(fc.oneof(text, fc.constant({ type: 'hardBreak' })), { maxLength: 4 })
const card = fc.oneof(
  fc.record({
    component: fc.constantFrom('image', 'video', 'audio', 'pdf', 'xlsx'),
    src: fc.constantFrom('media/a.png', '/media/17/a.mp4'),
    alignClass: fc.constantFrom(null, 'inline', 'float-left', 'center', 'full-width', 'float-right'),
    width: fc.option(fc.integer({ min: 20, max: 720 })),
    alt: fc.option(fc.string({ maxLength: 20 }).filter((text) => !text.includes('\0'))),
  }),
  fc.record({
    component: fc.constant('inline-quiz'),
    quiz_id: fc.option(fc.integer({ min: 1, max: 99 })),
    course_question_bank_id: fc.option(fc.integer({ min: 1, max: 99 })),
    questions: fc.array(fc.integer({ min: 1, max: 99 }), { minLength: 1, maxLength: 3 }),
  }),
)
const { block } = fc.letrec<{ block: object; blocks: object[] }>((tie) => {
  const cell = fc.record({
    type: fc.constantFrom('tableCell', 'tableHeader'),
    attrs: fc.record({ background: color, textAlign: align }),
    content: tie('blocks'),
  })
  const row = (columns: number) =>
    fc.record({ type: fc.constant('tableRow'), content: fc.array(cell, { minLength: columns, maxLength: columns }) })
  const table = fc
    .integer({ min: 1, max: 3 })
    .chain((columns) =>
      fc.record({ type: fc.constant('table'), content: fc.array(row(columns), { minLength: 1, maxLength: 3 }) }),
    )
  const list = fc.record({
    type: fc.constantFrom('bulletList', 'orderedList'),
    content: fc.array(fc.record({ type: fc.constant('listItem'), content: tie('blocks') }), {
      minLength: 1,
      maxLength: 3,
    }),
  })
  return {
    blocks: fc.array(tie('block'), { minLength: 1, maxLength: 3 }) as fc.Arbitrary<object[]>,
    block: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.record({
        type: fc.constant('paragraph'),
        attrs: fc.record({ textAlign: align, variant: fc.constantFrom(null, 'subtitle-1', 'body-2') }),
        content: line,
      }),
      fc.record({
        type: fc.constant('heading'),
        attrs: fc.record({ level: fc.integer({ min: 1, max: 6 }), textAlign: align }),
        content: line,
      }),
      card.map((attrs) => ({ type: 'mediaCard', attrs })),
      fc.record({ type: fc.constant('codeBlock'), content: fc.array(text, { maxLength: 2 }) }),
      fc.constant({ type: 'horizontalRule' }),
      fc.record({ type: fc.constant('blockquote'), content: tie('blocks') }),
      list,
      table,
    ),
  }
})

test('any document of the editor can be stored, and is unchanged after 20 passes', () => {
  fc.assert(
    fc.property(fc.array(block, { minLength: 1, maxLength: 5 }), (content) => {
      const document = { type: 'doc', content }
      fc.pre(validateDocument(document).ok)
      expectStable(document)
    }),
    { numRuns: 30 },
  )
})

const acts: ReadonlyArray<(run: ReturnType<Editor['chain']>) => ReturnType<Editor['chain']>> = [
  (run) => run.insertContent('word'),
  (run) => run.splitBlock(),
  (run) => run.toggleBold(),
  (run) => run.toggleMark('superscript'),
  (run) => run.toggleMark('subscript'),
  (run) => run.toggleBulletList(),
  (run) => run.toggleOrderedList(),
  (run) => run.toggleBlockquote(),
  (run) => run.toggleCodeBlock(),
  (run) => run.setHeading({ level: 3 }),
  (run) => run.setHorizontalRule(),
  (run) => run.insertTable({ rows: 3, cols: 3, withHeaderRow: false }),
  (run) => run.addColumnAfter(),
  (run) => run.deleteRow(),
  (run) => run.toggleHeaderRow(),
  (run) => run.mergeCells(),
  (run) => run.setCellAttribute('background', '#ffcccc'),
  (run) => run.goToNextCell(),
  (run) => run.sinkListItem('listItem'),
  (run) => run.liftListItem('listItem'),
  (run) => run.setLink({ href: 'https://example.org' }),
  (run) => run.setMark('textStyle', { color: '#c61420' }),
  (run) => run.updateAttributes('paragraph', { textAlign: 'center', variant: 'subtitle-1' }),
  (run) => run.selectAll(),
  (run) => run.deleteSelection(),
  (run) => run.undo(),
]

test('everything made with the tools can be stored, and is unchanged after 20 passes', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: acts.length }), { minLength: 5, maxLength: 40 }), (steps) => {
      editor.commands.setContent(editableDocument(null))
      for (const step of steps) {
        const act = acts[step]
        if (act) act(editor.chain()).run()
        else insertCard(editor, { component: 'image', src: '/media/5/a.png', attachment_id: 5 })
      }
      expectStable(storedDocument(editor.getJSON()))
    }),
    { numRuns: 30 },
  )
})

test('text is superscript or subscript, never both', () => {
  editor.commands.setContent('<p>10</p>')
  const marks = () => (storedDocument(editor.getJSON()).content![0]!.content![0]!.marks ?? []).map(({ type }) => type)
  editor.commands.selectAll()
  toggleScript(editor, 'superscript')
  expect(marks()).toEqual(['superscript'])
  toggleScript(editor, 'subscript')
  expect(marks()).toEqual(['subscript'])
  toggleScript(editor, 'subscript')
  expect(marks()).toEqual([])
})

test('an empty document has an empty line to write on', () => {
  for (const nothing of [null, undefined, {}, { type: 'doc' }, { type: 'doc', content: [] }])
    expect(reopened(nothing)).toEqual({ type: 'doc', content: [{ type: 'paragraph' }] })
})

test('refuses content that is too deep or too large while it is typed', () => {
  let refusedCount = 0
  const small = new Editor({
    element: document.createElement('div'),
    extensions: editorExtensions({ onLimit: () => refusedCount++ }),
  })
  let deep: object = { type: 'paragraph' }
  for (let level = 0; level < 60; level++) deep = { type: 'blockquote', content: [deep] }
  small.commands.setContent({ type: 'doc', content: [deep] })
  expect(refusedCount).toBe(1)
  const lines = Array.from({ length: 20_001 }, () => ({ type: 'paragraph' }))
  small.commands.setContent({ type: 'doc', content: lines })
  expect(refusedCount).toBe(2)
  const long = 'ñ'.repeat(500_000)
  small.commands.setContent({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: long }] }] })
  expect(refusedCount).toBe(3)
  expect(validateDocument(storedDocument(small.getJSON())).ok).toBe(true)
  small.destroy()
})

test.each([
  ['example.com', 'http://example.com/'],
  ['example.com:8080/a', 'http://example.com:8080/a'],
  [' https://example.com/a b', null],
  ['HTTPS://Example.com', 'https://example.com/'],
  ['mailto:a@example.com', 'mailto:a@example.com'],
  ['javascript:alert(1)', null],
  ['data:text/html,x', null],
  ['bank.example@evil.example', null],
  ['', null],
])('the address %j becomes %j', (text, href) => {
  expect(linkAddress(text)).toBe(href)
})

test('adds an empty line after a table at the end, and none after one in the middle', () => {
  const kinds = () => storedDocument(editor.getJSON()).content!.map(({ type }) => type)
  reopened(null)
  insertTable(editor)
  expect(kinds()).toEqual(['table', 'paragraph'])
  const words = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })
  reopened({ type: 'doc', content: [words('Ice'), words('Snow')] })
  editor.commands.setTextSelection(2)
  insertTable(editor)
  expect(kinds().at(-1)).toBe('paragraph')
  expect(kinds().filter((kind) => kind === 'table')).toHaveLength(1)
  expectStable(storedDocument(editor.getJSON()))
})
