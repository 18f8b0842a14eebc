import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { demoDocuments } from './demo-documents.fixture.ts'
import { checkHtml } from './html-check.fixture.ts'
import {
  documentText,
  listInlineQuizzes,
  listMedia,
  type MediaResolver,
  renderDocument,
  validateDocument,
} from './index.ts'

const documents = demoDocuments()
const media: MediaResolver = (attrs) => (typeof attrs.src === 'string' ? { url: `/files/${attrs.src}` } : null)
const english = { locale: 'en', media } as const
const doc = (...content: unknown[]) => ({ type: 'doc', content })
const card = (attrs: object) => doc({ type: 'mediaCard', attrs })
const line = (text: string, ...marks: unknown[]) => ({ type: 'paragraph', content: [{ type: 'text', text, marks }] })

describe('the documents of the demo courses', () => {
  it('exist', () => {
    expect(documents.size).toBeGreaterThan(100)
  })

  it.each([...documents])('%s is accepted unchanged and shows every word', (_place, document) => {
    const verdict = validateDocument(document)
    expect(verdict).toEqual({ ok: true, document: expect.anything() })
    const { faults, text } = checkHtml(renderDocument(document, english))
    expect(faults).toEqual([])
    const words = documentText(document).split(/\s+/).filter(Boolean)
    expect(words.filter((word) => !text.includes(word))).toEqual([])
  })

  it('keep their attributes and texts through the check', () => {
    for (const document of documents.values()) {
      const verdict = validateDocument(document)
      expect(verdict.ok && verdict.document).toEqual(document)
    }
  })

  it('name existing media files', () => {
    const sources = [...documents.values()].flatMap(listMedia).map(({ src }) => String(src))
    expect(sources.length).toBeGreaterThan(10)
    const missingFiles = sources.filter(
      (src) => !existsSync(new URL(`../../../migrations/demo/${src}`, import.meta.url)),
    )
    expect(missingFiles).toEqual([])
  })

  it('have inline quizzes with a quiz and its questions', () => {
    const quizzes = [...documents.values()].flatMap(listInlineQuizzes)
    expect(quizzes.length).toBe(58)
    expect(quizzes.every(({ quiz_id, questions }) => quiz_id !== null && questions.length > 0)).toBe(true)
  })
})

describe('a media card', () => {
  it('shows an image lazily with its size and alternative text', () => {
    const html = renderDocument(
      card({ component: 'image', src: 'media/a.png', alt: 'Stop sign', title: 'A sign', width: 180, height: 180 }),
      english,
    )
    expect(html).toBe(
      '<figure class="rt-media rt-media-image rt-align-center rt-w-180"><img src="/files/media/a.png" loading="lazy" decoding="async" width="180" height="180" alt="Stop sign"><figcaption>A sign</figcaption></figure>',
    )
  })

  it.each([
    ['image', 20, 'rt-w-20'],
    ['image', 1, 'rt-w-20'],
    ['image', 160, 'rt-w-160'],
    ['image', 171, 'rt-w-180'],
    ['image', 719, 'rt-w-720'],
    ['image', 2000, 'rt-w-full'],
    ['video', 100, 'rt-w-240'],
    ['pdf', 300, 'rt-w-300'],
  ])('draws %s of %i px in the class %s', (component, width, name) => {
    expect(renderDocument(card({ component, src: 'media/a', width }), english)).toContain(` ${name}"`)
  })

  it('has a rule for every width', () => {
    const css = readFileSync(new URL('./rich-text.css', import.meta.url), 'utf8')
    for (let width = 20; width <= 720; width += 20)
      expect(css).toContain(`.rt-w-${width} {\n  max-width: min(100%, ${width}px);`)
  })

  it("shows a video with captions in both languages, the reader's selected", () => {
    const html = renderDocument(card({ component: 'video', src: 'media/a.mp4', title: 'Distancia' }), {
      locale: 'es',
      media: () => ({
        url: '/files/7',
        captions: [
          { url: '/files/8', srclang: 'en' },
          { url: '/files/9', srclang: 'es' },
        ],
      }),
    })
    expect(html).toContain('<video controls preload="metadata"')
    expect(html).toContain('<track kind="captions" src="/files/8" srclang="en" label="English">')
    expect(html).toContain('<track kind="captions" src="/files/9" srclang="es" label="Español" default>')
  })

  it("offers a PDF in the reader's language, saved as Download.pdf", () => {
    const pdf = card({ component: 'pdf', src: 'media/a.pdf' })
    expect(renderDocument(pdf, english)).toContain(
      'download="Download.pdf" href="/files/media/a.pdf">Click to Download PDF</a>',
    )
    expect(renderDocument(pdf, { locale: 'es', media })).toContain('>Haga clic para descargar el PDF</a>')
  })

  it('shows an icon for other files', () => {
    const html = renderDocument(card({ component: 'xlsx', src: 'media/a.xlsx', title: 'Log' }), english)
    expect(html).toContain('<span class="rt-file-icon" aria-hidden="true">XLSX</span>Log</a>')
  })

  it('leaves a placeholder for an inline quiz', () => {
    const html = renderDocument(
      card({ component: 'inline-quiz', src: null, quiz_id: 5, questions: [1, 2, 3] }),
      english,
    )
    expect(html).toBe('<div class="rt-quiz" data-inline-quiz="5" data-questions="1,2,3"></div>')
  })

  it('shows the number of a library file to staff only', () => {
    const image = card({ component: 'image', src: 'media/a.png' })
    const settings = { locale: 'en', media: () => ({ url: '/media/7/a.png' }) } as const
    expect(renderDocument(image, { ...settings, ids: true })).toContain('<span class="rt-id">ID: 7</span></figure>')
    expect(renderDocument(image, settings)).not.toContain('ID: 7')
    expect(renderDocument(image, { ...english, ids: true })).not.toContain('rt-id')
  })

  it('reports a missing file', () => {
    const options = { locale: 'es', media: () => null } as const
    expect(renderDocument(card({ component: 'image', src: 'media/a.png' }), options)).toContain(
      'Este archivo no está disponible.',
    )
  })

  it("shows an audio file's transcript under its player, as text", () => {
    const spoken = card({ component: 'audio', src: 'media/a.mp3', transcript: 'Brake <early>.\n\nLook far.' })
    expect(renderDocument(spoken, english)).toContain(
      '</audio><details class="rt-transcript"><summary>Transcript</summary><p>Brake &lt;early&gt;.</p><p>Look far.</p></details>',
    )
    expect(renderDocument(card({ component: 'audio', src: 'media/a.mp3', transcript: ' ' }), english)).not.toContain(
      'details',
    )
  })

  it('can be replaced by the page', () => {
    const html = renderDocument(card({ component: 'audio', src: 'media/a.mp3' }), {
      ...english,
      customCard: () => '<b>mine</b>',
    })
    expect(html).toBe('<b>mine</b>')
  })
})

describe('text', () => {
  it('opens links in a new tab without an opener, and joins the parts of one link', () => {
    const mark = { type: 'link', attrs: { href: 'https://example.org/a?b=1&c=2', target: '_self', rel: null } }
    const parts = [
      { type: 'text', text: 'one ', marks: [mark] },
      { type: 'text', text: 'two', marks: [mark, { type: 'bold' }] },
    ]
    expect(renderDocument(doc({ type: 'paragraph', content: parts }), english)).toBe(
      '<p><a href="https://example.org/a?b=1&amp;c=2" target="_blank" rel="noopener noreferrer">one <strong>two</strong></a></p>',
    )
  })

  it('maps colors to the nearest class and never to a style', () => {
    const red = line('red', { type: 'textStyle', attrs: { color: '#B00020' } })
    const black = line('ink', { type: 'textStyle', attrs: { color: '#000000' } })
    const marked = line('marked', { type: 'highlight', attrs: { color: '#FFF3B0' } })
    expect(renderDocument(doc(red, black, marked), english)).toBe(
      '<p><span class="rt-color-red">red</span></p><p>ink</p><p><mark class="rt-bg-yellow">marked</mark></p>',
    )
  })

  it('moves headings down one level by default, because the page has the h1', () => {
    const title = doc({ type: 'heading', attrs: { level: 1 }, content: [{ type: 'text', text: 'A' }] })
    expect(renderDocument(title, english)).toBe('<h2 class="rt-h1">A</h2>')
    expect(renderDocument(title, { ...english, headingShift: 0 })).toBe('<h1 class="rt-h1">A</h1>')
  })

  it('gives header cells a scope and keeps merged cells', () => {
    const cell = (type: string, text: string, attrs = {}) => ({ type, attrs, content: [line(text)] })
    const rows = [
      { type: 'tableRow', content: [cell('tableHeader', 'A', { colspan: 2, background: '#E8EEF7' })] },
      { type: 'tableRow', content: [cell('tableHeader', 'B'), cell('tableCell', 'C', { rowspan: 2 })] },
    ]
    const html = renderDocument(doc({ type: 'table', content: rows }), english)
    expect(html).toContain('<th scope="col" colspan="2" class="rt-bg-blue"><p>A</p></th>')
    expect(html).toContain('<th scope="row"><p>B</p></th><td rowspan="2"><p>C</p></td>')
  })

  it('can be read as plain lines', () => {
    const brokenDocument = {
      type: 'paragraph',
      content: [{ type: 'text', text: 'b' }, { type: 'hardBreak' }, { type: 'text', text: 'c' }],
    }
    expect(
      documentText(
        doc(line('a'), brokenDocument, { type: 'bulletList', content: [{ type: 'listItem', content: [line('d')] }] }),
      ),
    ).toBe('a\nb\nc\nd')
  })
})
