import { create } from 'fontkit'
import { expect, test } from 'vitest'
import { starterTemplates } from '#modules/catalogue/entry.ts'
import { nameFault } from '#modules/identity/people/person-name.shared.ts'
import { fontBytes, outlineOf, printable, runsOf, widthOf } from '#platform/paper/fonts.ts'
import { brandVariables } from '#platform/ui/brand-colors.ts'
import { readPdf } from '#tests/support/read-pdf.ts'
import { layOut, type Signature } from './layout.ts'
import { verificationOfEnrollmentPdf } from './letters.ts'
import type { CertificateModel } from './model.ts'

const samples = {
  Latin: 'José Núñez-O’Brien ǄŁ Nguyễn Thị Ánh',
  Greek: 'Γιώργος Παπαδόπουλος Ὀδυσσεύς',
  Cyrillic: 'Мария Ёлкина Љубица Ґалаґан',
  Chinese: '王小明 陳大文 龍',
  Japanese: '田中 さくら カタカナ',
  Korean: '김민준 박서연',
  punctuation: '3–5 ‘a’ “b” … • € ™',
  'signs of mathematics': '≥ ≤ ≠ ∞ → ← − ×',
} as const

const glyphsOf = (text: string, name: 'regular' | 'semibold') =>
  runsOf(printable(text), name).flatMap(({ face, text }) => {
    const { glyphs } = create(fontBytes(face)).layout(text) as unknown as { glyphs: { id: number }[] }
    return glyphs.map(({ id }) => id)
  })

test.each(Object.entries(samples))('%s is rendered without missing-glyph boxes', (_script, text) => {
  expect(printable(text)).not.toContain('□')
  for (const name of ['regular', 'semibold'] as const) {
    const ids = glyphsOf(text, name)
    expect(ids.length).toBeGreaterThan(3)
    expect(ids).not.toContain(0)
  }
  expect(widthOf(text, 'regular', 10)).toBeGreaterThan(20)
  expect(outlineOf(text, 'semibold', 10, 0, 0).length).toBeGreaterThan(200)
})

test('a non-breaking hyphen looks like a hyphen', () => {
  expect(printable('Garc\u00eda\u2011L\u00f3pez')).toBe('García-López')
})

test('each part of a text is in one font, with accents in the font of their letter', () => {
  expect(runsOf('Мария\u0301 (Ana)', 'semibold')).toEqual([
    { face: 'greek-cyrillic-semibold', text: 'Мария\u0301' },
    { face: 'semibold', text: ' (Ana)' },
  ])
})

test("a letter can be read and searched in every script, in the organization's color", async () => {
  const names = Object.values(samples).join(' ')
  const pdf = await verificationOfEnrollmentPdf({
    organization_name: '安全 Driving Школа',
    brand_color: '#ffd500',
    student_name: names,
    course_name: 'Курс ≥ 4 hours →',
    language: 'en-us',
    issued_at: '2026-05-04T12:00:00Z',
    enrolled_at: '2026-05-03T12:00:00Z',
    status: 'In progress',
  })
  const { text, fills } = readPdf(pdf)
  for (const word of ['Παπαδόπουλος', 'Мария', '王小明', 'さくら', '김민준', '≥', '→'])
    expect(text, word).toContain(word)
  expect(fills).toContain(brandVariables('#ffd500', 'light').primary)
})

test('the signer is printed with a line and a signature, and nothing without a signer', () => {
  const { name, design } = starterTemplates[0]!
  const model: CertificateModel = {
    template: { id: 1, version: 2, name, design, background_key: null },
    certificate_number: 'SSD-2026-0001234',
    check_code: 'K7QM-2XWD-9TPA',
    check_url: 'https://ssd.example.com/certificate/check/K7QM2XWD9TPA',
    student_name: 'Ana Lee',
    dob: null,
    course_name: 'Basic',
    organization_name: 'Sunshine',
    issued_at: '2026-11-20T15:04:05Z',
    completed_at: '2026-11-20T03:30:00Z',
    hours: 4,
    bottomLeftText: '',
    language: 'en-us',
  }
  const marksOf = (signer: CertificateModel['signer'], signature: Signature | null = null) => {
    const { marks } = layOut({ ...model, signer: signer ?? null }, null, signature)
    const texts = marks.flatMap((mark) => (mark.kind === 'text' && mark.text ? [mark.text] : []))
    return { texts, pictures: marks.filter(({ kind }) => kind === 'picture'), count: marks.length }
  }
  const nobody = marksOf(null)
  const rosa = { name: 'Rosa Delgado', title: 'School Director', signature_key: null }
  const signed = marksOf(rosa)
  expect(signed.texts).toEqual(expect.arrayContaining(['Rosa Delgado', 'School Director']))
  expect(nobody.texts.join()).not.toMatch(/Delgado|Director|Okafor|\{/)
  expect(signed.count).toBe(nobody.count + 1)
  const [picture] = marksOf(rosa, { png: new Uint8Array(1), width: 600, height: 100 }).pictures
  expect(picture).toMatchObject({ width: expect.closeTo(171), height: expect.closeTo(28.5) })
  expect(nobody.pictures).toEqual([])
})

test('refuses a name that no font can render, with an explanation on the form', () => {
  for (const name of Object.values(samples).slice(0, 6)) expect(nameFault(name), name).toBeNull()
  for (const name of ['مريم', 'สมชาย', 'हिन्दी', 'დავით']) expect(nameFault(name), name).toBe('unprintable')
})
