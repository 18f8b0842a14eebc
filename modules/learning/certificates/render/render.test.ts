import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { starterTemplates } from '#modules/catalogue/entry.ts'
import type { Design, DesignField } from '#modules/catalogue/index.ts'
import type { Line } from '#platform/paper/drawing.ts'
import { widthOf } from '#platform/paper/fonts.ts'
import { moduleSide, qrMatrix } from '#platform/paper/qr.ts'
import { readPdf } from '#tests/support/read-pdf.ts'
import {
  type CertificateLanguage,
  type CertificateModel,
  contentHash,
  type DrawnTemplate,
  proofOfDisclaimerPdf,
  renderCertificate,
  verificationOfEnrollmentPdf,
} from './index.ts'
import { layOut } from './layout.ts'

const languages: CertificateLanguage[] = ['en-us', 'es-es']
const longName = 'María Fernanda Ñandú García-Íñiguez de la Concepción Peñalver'

const templateOf = (id: number, changes: Partial<Design> = {}): DrawnTemplate => {
  const { name, design } = starterTemplates.find((starter) => starter.certificate_template_id === id)!
  return { id, version: 1, name, design: { ...design, ...changes }, background_key: null }
}
/** The template with some fields changed. */
const withField = (matches: (field: DesignField) => boolean, changes: Partial<DesignField>) =>
  templateOf(1, {
    fields: templateOf(1).design.fields.map((field) => (matches(field) ? { ...field, ...changes } : field)),
  })

const model = (changes: Partial<CertificateModel> = {}, id = 1): CertificateModel => ({
  template: templateOf(id),
  certificate_number: 'SSD-2026-0001234',
  check_code: 'K7QM-2XWD-9TPA',
  check_url: 'https://ssd.example.com/certificate/check/K7QM2XWD9TPA',
  student_name: 'Jordan Avery Whitfield',
  dob: '1999-04-12',
  driver_license: 'W316-412-99-140-0',
  course_name: 'Basic Driver Improvement',
  organization_name: 'Sunshine Safe Driving',
  issued_at: '2026-11-20T15:04:05Z',
  completed_at: '2026-11-20T03:30:00Z',
  hours: 4,
  bottomLeftText: 'Basic Driver Improvement, 4 hours',
  language: 'en-us',
  ...changes,
})

const linesOf = (certificate: CertificateModel) => layOut(certificate).marks.filter((mark) => mark.kind === 'text')
const textsOf = (certificate: CertificateModel) => linesOf(certificate).map(({ text }) => text)

function box({ x, y, width, size }: Line) {
  return { left: x, right: x + width, top: y - size * 0.7, bottom: y + size * 0.2 }
}

function listOverlaps(lines: Line[]): string[] {
  return lines.flatMap((line, index) =>
    lines.slice(index + 1).flatMap((other) => {
      const [a, b] = [box(line), box(other)]
      const areSeparate = a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top
      return areSeparate ? [] : [`${line.text} / ${other.text}`]
    }),
  )
}

function textsOutside(certificate: CertificateModel): string[] {
  const { width, height } = layOut(certificate)
  return linesOf(certificate)
    .filter((mark) => mark.text !== '')
    .filter((mark) => {
      const { left, right, top, bottom } = box(mark)
      return left < 31 || right > width - 31 || top < 31 || bottom > height - 31
    })
    .map(({ text }) => text)
}

describe('a certificate', () => {
  const all = languages.flatMap((language) =>
    starterTemplates.map((starter) => [starter.certificate_template_id, language] as const),
  )

  it.each(all)(
    'template %i in %s renders a Letter picture and one page of PDF that names the student',
    async (id, language) => {
      const { jpg, pdf } = await renderCertificate(model({ language, student_name: 'José Ñandú García-Íñiguez' }, id))
      const { format, width, height } = await sharp(jpg).metadata()
      expect({ format, width, height }).toEqual({ format: 'jpeg', width: 2200, height: 1700 })
      const { text, pages } = readPdf(pdf)
      expect(pages).toBe(1)
      expect(text).toContain('José Ñandú García-Íñiguez')
      expect(text).toContain('SSD-2026-0001234')
    },
  )

  it.each(all)('template %i in %s keeps long names inside the page and apart from each other', (id, language) => {
    const longModel = model(
      {
        language,
        student_name: longName,
        organization_name: longName,
        course_name: longName,
        bottomLeftText: longName,
      },
      id,
    )
    for (const certificate of [model({ language }, id), longModel]) {
      expect(textsOutside(certificate)).toEqual([])
      expect(listOverlaps(linesOf(certificate))).toEqual([])
    }
    expect(textsOf(longModel)).toContain(longName)
  })

  it('states the end of its validity next to the text of its course, or where its design places it', () => {
    const limited = model({ valid_until: '2029-11-20' })
    expect(textsOf(limited)).toContain('Basic Driver Improvement, 4 hours · Valid until November 20, 2029')
    expect(textsOf({ ...limited, bottomLeftText: '', language: 'es-es' })).toContain(
      'Válido hasta el 20 de noviembre de 2029',
    )
    const placedTemplate = withField(({ text }) => text[0] === '{issued_at}', { text: ['{valid_until}', ''] })
    expect(textsOf({ ...limited, template: placedTemplate })).toEqual(
      expect.arrayContaining(['November 20, 2029', 'Basic Driver Improvement, 4 hours']),
    )
    expect(textsOf(model())).toContain('Basic Driver Improvement, 4 hours')
  })

  it("fills the page with the template's picture in the background", async () => {
    const red = await sharp({ create: { width: 30, height: 90, channels: 3, background: '#ff0000' } })
      .webp()
      .toBuffer()
    const certificate = model({ template: templateOf(1, { frame: 'none' }) })
    const { jpg, pdf } = await renderCertificate(certificate, { background: new Uint8Array(red) })
    const { data } = await sharp(jpg)
      .extract({ left: 4, top: 4, width: 1, height: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect(data[0]! > 240 && data[1]! < 20).toBe(true)
    expect(readPdf(pdf).text).toContain('Jordan Avery Whitfield')
  })

  it('is portrait if its template says so', async () => {
    const fields = templateOf(1).design.fields.map((field) => ({ ...field, x: 40, width: Math.min(field.width, 500) }))
    const { jpg } = await renderCertificate(model({ template: templateOf(1, { orientation: 'portrait', fields }) }))
    expect(await sharp(jpg).metadata()).toMatchObject({ width: 1700, height: 2200 })
  })

  it('fits any name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 120 }), (student_name) => {
        const certificate = model({ student_name })
        expect(textsOutside(certificate)).toEqual([])
        expect(listOverlaps(linesOf(certificate).filter(({ text }) => text !== ''))).toEqual([])
      }),
      { numRuns: 60 },
    )
  })

  it('is identical to the byte when rendered again, and differs with any letter', async () => {
    const [first, repeated, other] = await Promise.all([
      renderCertificate(model()),
      renderCertificate(model()),
      renderCertificate(model({ student_name: 'Jordan Avery Whitfeld' })),
    ])
    expect(Buffer.compare(first.jpg, repeated.jpg)).toBe(0)
    expect(Buffer.compare(first.pdf, repeated.pdf)).toBe(0)
    expect(Buffer.compare(first.jpg, other.jpg)).not.toBe(0)
    expect(Buffer.compare(first.pdf, other.pdf)).not.toBe(0)
  })

  it('has the QR code of its verification address, dark and light where a scanner expects it', async () => {
    const certificate = model()
    const { jpg } = await renderCertificate(certificate)
    const { data, info } = await sharp(jpg).greyscale().raw().toBuffer({ resolveWithObject: true })
    const matrix = qrMatrix(certificate.check_url)
    const unit = moduleSide(matrix, 84)
    const scale = info.width / 792
    const modules = matrix.map((cells, row) =>
      cells.map((_cell, column) => {
        const x = Math.round((52 + (column + 2.5) * unit) * scale)
        const y = Math.round((466 + (row + 2.5) * unit) * scale)
        return data[(y * info.width + x) * info.channels]! < 128
      }),
    )
    expect(modules).toEqual(matrix)
  })

  it("shows the completion date in the school's time zone, not UTC", () => {
    expect(textsOf(model())).toContain('November 19, 2026')
    expect(textsOf(model({ time_zone: 'UTC' }))).toContain('November 20, 2026')
    expect(textsOf(model({ language: 'es-es' }))).toContain('19 de noviembre de 2026')
  })

  it('shows the stored date of birth, and omits unknown values', () => {
    expect(textsOf(model())).toContain('Date of birth: April 12, 1999 · Driver license: W316-412-99-140-0')
    expect(textsOf(model({ driver_license: null }))).toContain('Date of birth: April 12, 1999')
  })

  it('prints a text with unknown placeholders without their names', () => {
    const body = 'has {constructor}finished {course} {toString}in {hours} hours'
    const texts = textsOf(model({ template: withField(({ lines }) => lines === 4, { text: [body, ''] }) }))
    expect(texts).toContain('has finished Basic Driver Improvement in 4 hours')
  })

  it('renders letters of many languages, and drops an accent rather than a letter', () => {
    expect(textsOf(model({ student_name: 'Łukasz Nguyễn Škvorecký' }))).toContain('Łukasz Nguyễn Škvorecký')
    expect(textsOf(model({ student_name: 'ḱara' }))).toContain('kara')
  })
})

describe('the content hash', () => {
  it('does not depend on the order of keys, or on absent versus null', () => {
    const certificateModel = model({ driver_license: null })
    const { driver_license: _none, ...others } = certificateModel
    const reversed = Object.fromEntries(Object.entries(others).reverse()) as CertificateModel
    expect(contentHash(reversed)).toBe(contentHash(certificateModel))
    expect(contentHash(certificateModel)).toMatch(/^[0-9a-f]{64}$/)
  })

  it('changes with any printed value', () => {
    const hashes = [model(), model({ hours: 8 }), model({ student_name: 'X' }), model({}, 2)].map(contentHash)
    expect(new Set(hashes).size).toBe(4)
  })
})

describe('the templates', () => {
  it('have equal content in both languages', () => {
    const places = (text: string) => Array.from(text.matchAll(/\{\w+\}/g), String).sort()
    for (const { text } of starterTemplates.flatMap(({ design }) => design.fields)) {
      if (text[1]) expect([text[1], places(text[1])]).toEqual([text[1], places(text[0])])
    }
  })

  it('fit their title at full size', () => {
    const titles = starterTemplates.flatMap(({ design }) => design.fields.filter(({ size }) => size === 34))
    for (const text of titles.flatMap((title) => title.text)) expect(widthOf(text, 'semibold', 34)).toBeLessThan(676)
  })
})

describe('a letter', () => {
  const person = {
    organization_name: 'Sunshine Safe Driving',
    student_name: 'José Ñandú García-Íñiguez',
    course_name: 'Manejo Defensivo',
    issued_at: '2026-11-20T15:04:05Z',
  }

  it.each([
    ['en-us', 'Verification of Enrollment'],
    ['es-es', 'Constancia de inscripción'],
  ] as const)('an enrollment letter in %s names student and course', async (language, title) => {
    const pdf = await verificationOfEnrollmentPdf({
      ...person,
      language,
      enrolled_at: '2026-11-01T12:00:00Z',
      status: 'In Progress',
    })
    const { text, pages } = readPdf(pdf)
    expect(pages).toBe(1)
    for (const part of [title, person.student_name, person.course_name]) expect(text).toContain(part)
  })

  it('about a disclaimer shows the full accepted text, over as many pages as needed', async () => {
    const disclaimer = Array.from(
      { length: 60 },
      (_unused, index) => `Paragraph number ${index} of the disclaimer.`,
    ).join('\n\n')
    const letter = {
      ...person,
      language: 'en-us',
      disclaimer,
      agreed_text: 'I agree',
      agreed_at: '2026-11-02T12:00:00Z',
      version_number: 3,
      text_hash: 'ab'.repeat(32),
      text_alone: true,
    } as const
    const { text, pages } = readPdf(await proofOfDisclaimerPdf(letter))
    expect(pages).toBeGreaterThan(1)
    for (const part of ['Paragraph number 0 of', 'Paragraph number 59 of', 'I agree', 'November 2, 2026'])
      expect(text).toContain(part)
  })
})
