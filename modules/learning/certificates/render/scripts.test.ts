import { create } from 'fontkit'
import { expect, test } from 'vitest'
import { brandVariables } from '../../../../platform/ui/brand-colors.ts'
import { readPdf } from '../../../../tests/support/read-pdf.ts'
import { nameFault } from '../../../identity/people/person-name.shared.ts'
import { fontBytes, legible, outlineOf, runsOf, widthOf } from './fonts.ts'
import { verificationOfEnrollmentPdf } from './letters.ts'

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
  runsOf(legible(text), name).flatMap(({ face, text }) => {
    const { glyphs } = create(fontBytes(face)).layout(text) as unknown as { glyphs: { id: number }[] }
    return glyphs.map(({ id }) => id)
  })

test.each(Object.entries(samples))('%s is drawn without a box', (_script, text) => {
  expect(legible(text)).not.toContain('□')
  for (const name of ['regular', 'semibold'] as const) {
    const ids = glyphsOf(text, name)
    expect(ids.length).toBeGreaterThan(3)
    expect(ids).not.toContain(0)
  }
  expect(widthOf(text, 'regular', 10)).toBeGreaterThan(20)
  expect(outlineOf(text, 'semibold', 10, 0, 0).length).toBeGreaterThan(200)
})

test('a hyphen that does not break a line looks like a hyphen', () => {
  expect(legible('Garc\u00eda\u2011L\u00f3pez')).toBe('García-López')
})

test('text of one script stays in one part, whatever its spaces', () => {
  expect(runsOf('王小明 陳大文 (Ana)', 'regular')).toEqual([
    { face: 'han', text: '王小明 陳大文 ' },
    { face: 'regular', text: '(Ana)' },
  ])
})

test('a letter has every script in it, to read and to search, in the color of the organization', async () => {
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
  expect(text).not.toContain('□')
  expect(fills).toContain(brandVariables('#ffd500', 'light').primary)
})

test('what no font here has is no name, and the form says so', () => {
  for (const name of Object.values(samples).slice(0, 6)) expect(nameFault(name), name).toBeNull()
  for (const name of ['مريم', 'สมชาย', 'हिन्दी', 'დავით']) expect(nameFault(name), name).toBe('unprintable')
})
