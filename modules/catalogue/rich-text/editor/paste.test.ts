// @vitest-environment happy-dom
import { Editor } from '@tiptap/core'
import fc from 'fast-check'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { checkHtml } from '#modules/catalogue/rich-text/html-check.fixture.ts'
import { documentText, renderDocument, validateDocument } from '#modules/catalogue/rich-text/index.ts'
import { editorExtensions } from './editor-schema.ts'
import { officeFragments } from './office.fixture.ts'
import type { Dropped } from './paste.ts'
import { fragments } from './pasted.fixture.ts'
import { editableDocument, storedDocument } from './stored.ts'

const droppedKinds = new Set<Dropped>()
const editor = new Editor({
  element: document.createElement('div'),
  extensions: editorExtensions({
    onPasteDropped: (dropped) => {
      for (const what of dropped) droppedKinds.add(what)
    },
  }),
})
afterAll(() => editor.destroy())
beforeEach(() => droppedKinds.clear())

function pasted(html: string) {
  editor.commands.setContent(editableDocument(null))
  // A browser turns rules of style elements into style attributes; the tests' DOM does not.
  const styled = html.replace(/<style[\s\S]*?(?:<\/style>|$)/g, '')
  editor.view.pasteHTML(styled, new Event('paste') as ClipboardEvent)
  return storedDocument(editor.getJSON())
}

const html = (document: unknown) => renderDocument(document, { locale: 'en', media: () => null })

test('a Word list becomes a list with its levels and without its bullet characters', () => {
  expect(html(pasted(fragments.wordList))).toBe(
    '<ul><li><p>First</p></li><li><p>Second <strong>bold</strong></p><ol><li><p>Inner one</p></li></ol></li></ul><p>After</p>',
  )
  expect([...droppedKinds]).toEqual([])
})

const list = (tag: string, ...items: string[]) =>
  `<${tag}>${items.map((item) => `<li>${item}</li>`).join('')}</${tag.slice(0, 2)}>`
const p = (text: string) => `<p>${text}</p>`
const table = (...rows: string[]) =>
  `<div class="rt-table" role="region" aria-label="Table" tabindex="0"><table><tbody>${rows.map((row) => `<tr>${row}</tr>`).join('')}</tbody></table></div>`

const tested = [
  [
    'word: list 1,2, paragraph, 3,4',
    `${list('ol', p('Signal'), p('Mirror'))}${p('Remember the blind spot.')}${list('ol start="3"', p('Shoulder check'), p('Move'))}`,
    [],
  ],
  [
    'word: bullets then numbers at once',
    list('ul', p('Bullet one'), p('Bullet two')) + list('ol', p('Step one'), p('Step two')),
    [],
  ],
  ['word: multilevel 1.1', list('ol', p('Top') + list('ol', p('Inner'), p('Inner two')), p('Next')), ['numbering']],
  [
    'word: superscript and subscript',
    p('a = 9.8 m/s<sup>2</sup>, CO<sub>2</sub>, area 12 ft<sup>2</sup>, 10<sup>3</sup> lb'),
    [],
  ],
  ['word online: nested list', list('ul', p('Outer') + list('ul', p('Inner'))) + list('ol start="3"', p('Third')), []],
  ['curly quotes and dashes', p('“Stop” — don’t roll… 25–30 mph'), []],
  ['strong with tags as text', p('Use &lt;b&gt; and &amp;nbsp; as text: 3 &lt; 5 &gt; 2'), []],
  ['word: tracked change', p('Stop <s>always</s><u>fully</u> here'), ['comments']],
  ['word: tabs and line break', p('Speed Distance<br>25 mph 85 ft'), []],
  [
    'excel: merged and formatted',
    table(
      '<td colspan="2" class="rt-bg-yellow rt-center"><p>Stopping</p></td>',
      '<td class="rt-right"><p>25</p></td><td class="rt-right"><p>85.5</p></td>',
      '<td><p></p></td><td><p>\u00a0</p><p></p></td>',
    ),
    [],
  ],
  [
    'google docs: checklist, heading, indent',
    `<h3 class="rt-h2">Right of way</h3>${list('ul', p('Mirrors'))}${p('Indented')}${list('ol start="4"', p('Four'))}`,
    ['pictures'],
  ],
  [
    'table in a table',
    table(`<td>${p('Outer')}${table(`<td>${p('Inner a')}</td><td>${p('Inner b')}</td>`)}</td><td>${p('Right')}</td>`),
    [],
  ],
  ['list in a table cell', table(`<td>${list('ul', p('One'), p('Two'))}</td>`), []],
  ['mail: br only', p('Line one<br><br>Line two'), []],
  ['mathml and latex', p('v<sup>2</sup>/2a \\(a^2\\)'), ['formulas']],
] as const

test('every fragment of an office program has its expected result', () => {
  expect(tested.map(([name]) => name).toSorted()).toEqual(Object.keys(officeFragments).toSorted())
})

test.each(tested)(
  '%s keeps its text, numbering, kind and marks, or names what is left out',
  (name, expected, named) => {
    expect(html(pasted(officeFragments[name]))).toBe(expected)
    expect([...droppedKinds]).toEqual(named)
  },
)

test('a list is pasted whole after text, and joins a list it is pasted into', () => {
  const after = (html: string, fragment: string) => {
    editor.commands.setContent(html)
    editor.commands.setTextSelection(editor.state.doc.content.size - 1)
    while (!editor.state.selection.$from.parent.isTextblock)
      editor.commands.setTextSelection(editor.state.selection.from - 1)
    editor.view.pasteHTML(fragment, new Event('paste') as ClipboardEvent)
    return storedDocument(editor.getJSON())
  }
  const two = '<ol><li>a</li><li>b</li></ol>'
  expect(html(after(p('Before'), two))).toBe(p('Before') + list('ol', p('a'), p('b')))
  expect(html(after(p('Before'), '<ol><li>a</li></ol>'))).toBe(p('Beforea'))
  expect(html(after(list('ol', p('x')), two))).toBe(list('ol', p('xa'), p('b')))
})

test('a number out of sequence starts a new list; lettered lists become numbered, with a notice to the author', () => {
  const item = (sign: string, text: string) =>
    `<p style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>${sign} </span>${text}</p>`
  expect(html(pasted(item('2.', 'a') + item('3.', 'b') + item('7.', 'c')))).toBe(
    list('ol start="2"', p('a'), p('b')) + list('ol start="7"', p('c')),
  )
  expect([...droppedKinds]).toEqual([])
  expect(html(pasted(item('h)', 'a') + item('i)', 'b')))).toBe(list('ol start="8"', p('a'), p('b')))
  expect([...droppedKinds]).toEqual(['numbering'])
  expect(html(pasted(item('i.', 'a') + item('ii.', 'b') + item('iv.', 'c')))).toBe(
    list('ol', p('a'), p('b')) + list('ol start="4"', p('c')),
  )
  expect(html(pasted('<ol start="4"><li>a</li><li value="9">b</li><li>c</li></ol>'))).toBe(
    list('ol start="4"', p('a')) + list('ol start="9"', p('b'), p('c')),
  )
  droppedKinds.clear()
  pasted('<ol type="a"><li>a</li></ol>')
  expect([...droppedKinds]).toEqual(['numbering'])
})

test('superscript and subscript are announced and searched as meant', () => {
  expect(documentText(pasted(officeFragments['word: superscript and subscript']))).toBe(
    'a = 9.8 m/s², CO₂, area 12 ft², 10³ lb',
  )
  expect(documentText(pasted('<p>x<sup>ab</sup> y<sub>i</sub></p>'))).toBe('x^(ab) y_i')
})

test('Google Docs text keeps bold, links and colors, and is not bold as a whole', () => {
  expect(html(pasted(fragments.googleDocs))).toBe(
    '<p>Plain <strong>bold</strong> <em>slanted</em> <a href="https://example.org/" target="_blank" rel="noopener noreferrer"><u>link</u></a></p><p><span class="rt-color-red">red</span></p>',
  )
})

test('a table keeps merged and colored cells', () => {
  expect(html(pasted(fragments.table))).toBe(
    '<div class="rt-table" role="region" aria-label="Table" tabindex="0"><table><tbody><tr><th scope="col" colspan="2"><p>Both</p></th></tr><tr><td class="rt-bg-yellow"><p>1</p></td><td><p>2</p></td></tr></tbody></table></div>',
  )
})

test('removes scripts, styles and comments, and reports pictures, videos, forms and unusual links', () => {
  const document = pasted(fragments.webPage)
  expect(documentText(document)).toBe('Title\nText\nodd link\nEnd')
  expect([...droppedKinds].sort()).toEqual(['forms', 'links', 'media', 'pictures'])
})

test('content copied from the editor is pasted unchanged', () => {
  const copiedBlock = {
    type: 'doc',
    content: [
      { type: 'heading', attrs: { level: 2, textAlign: 'center' }, content: [{ type: 'text', text: 'Title' }] },
      {
        type: 'paragraph',
        attrs: { variant: 'subtitle-1' },
        content: [
          { type: 'text', text: 'red', marks: [{ type: 'textStyle', attrs: { color: '#c61420' } }] },
          { type: 'text', text: 'marked', marks: [{ type: 'highlight', attrs: { color: '#FFF3B0' } }] },
        ],
      },
      { type: 'mediaCard', attrs: { component: 'image', src: '/media/5/a.png', alt: 'A "sign"', width: 200 } },
      { type: 'paragraph', content: [{ type: 'text', text: 'end' }] },
    ],
  }
  editor.commands.setContent(editableDocument(copiedBlock))
  const { dom } = editor.view.serializeForClipboard(editor.state.doc.slice(0, editor.state.doc.content.size))
  expect(pasted(dom.innerHTML)).toEqual(copiedBlock)
})

test('refuses a forged card', () => {
  const forgedCard = (attrs: object) =>
    `<p>x</p><figure data-media-card='${JSON.stringify(attrs)}'></figure><figure data-media-card="{">y</figure>`
  for (const attrs of [
    { component: 'image', src: 'https://evil.example/a.png' },
    { component: 'iframe', src: '/media/1/a.png' },
    { component: 'image', src: '/media/1/a.png', onerror: 'alert(1)' },
  ])
    expect(JSON.stringify(pasted(forgedCard(attrs)))).not.toContain('mediaCard')
})

test('limits nested lists to a readable level, and notifies the author', () => {
  const deep = '<ul><li>a'.repeat(60) + '</li></ul>'.repeat(60)
  expect(validateDocument(pasted(deep)).ok).toBe(true)
  expect([...droppedKinds]).toEqual(['depth'])
})

test.each([
  ['within its last item', '<ul><li><p>One</p></li><ul><li><p>One a</p></li></ul><li>'],
  ['before its first item', '<ul><li><p>One a</p></li></ul><ul><l'],
])('a list cut off %s can still be stored', (_, cutOff) => {
  const document = pasted(cutOff)
  expect(validateDocument(document)).toEqual({ ok: true, document })
  expect(html(document)).toContain('One a')
})

const pieces = [...Object.values(fragments), ...Object.values(officeFragments)]
/** The rest of a torn element may remain as text, and the editor links addresses in it. */
const isAddress = (node: { text?: string; marks?: { attrs?: { href?: string } }[] } | null) =>
  node?.text !== undefined && node.marks?.some(({ attrs }) => attrs?.href === node.text)
const cut = (text: string, from: number, to: number) =>
  text.slice(Math.floor(from * text.length), Math.floor(to * text.length))

test('1,000 fragments of Word, Google Docs and web pages, whole, cut and mixed, can always be stored', () => {
  const part = fc
    .record({
      text: fc.constantFrom(...pieces),
      from: fc.double({ min: 0, max: 0.6, noNaN: true }),
      to: fc.double({ min: 0.4, max: 1, noNaN: true }),
    })
    .map(({ text, from, to }) => cut(text, from, to))
  const mixed = fc.array(fc.oneof(fc.constantFrom(...pieces), part), { minLength: 1, maxLength: 2 })
  fc.assert(
    fc.property(mixed, (parts) => {
      const document = pasted(parts.join(''))
      expect(validateDocument(document)).toEqual({ ok: true, document })
      expect(checkHtml(html(document)).faults).toEqual([])
      const attributes = JSON.stringify(document, (key, value) => (key === 'text' || isAddress(value) ? 'x' : value))
      expect(attributes).not.toMatch(/javascript:|onerror|mso-|evil\.example|file:/)
    }),
    { numRuns: 1000 },
  )
})
