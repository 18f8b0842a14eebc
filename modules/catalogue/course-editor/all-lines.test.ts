import { expect, test } from 'vitest'
import { compareTexts } from '#modules/catalogue/publishing/compare.shared.ts'
import { linesOf } from './all-lines.shared.ts'
import { type EditedOutline, outlineLines, withContents } from './edited-outline.shared.ts'

const lesson = (data?: Record<string, unknown>): EditedOutline => [
  {
    chapter_id: 1,
    name: 'Weather',
    sections: [
      {
        section_id: 2,
        name: 'Ice',
        components: [
          {
            component_id: 3,
            key: 3,
            name: 'Text',
            type: 'Content',
            timer: { active: false, seconds: 0 },
            ...(data && { data }),
          },
        ],
      },
    ],
  },
]

test('a lesson text written by one of two authors is a difference, even if the outlines look equal', () => {
  const outline = lesson({ content: '<p>Slow down.</p><p>Keep your distance.</p>' })
  const theirs = withContents(lesson(), {
    3: { content: '<p>Slow down.</p><p>Stop.</p>' },
    9: { content: 'of another' },
  })
  expect(outlineLines(outline)).toEqual(outlineLines(theirs))
  const { changed, lines } = compareTexts('', linesOf(theirs, outlineLines), linesOf(outline, outlineLines))
  expect(changed).toBe(true)
  expect(lines.filter(({ kind }) => kind !== 'same')).toEqual([
    { kind: 'removed', text: 'Stop.' },
    { kind: 'added', text: 'Keep your distance.' },
  ])
  expect(compareTexts('', linesOf(outline, outlineLines), linesOf(outline, outlineLines)).changed).toBe(false)
})

test('settings are named in words, without ids', () => {
  const value = { question_id: 7, noEditAfterSave: true, picture: '<img src="/media/1" alt="">' }
  expect(linesOf(value, () => [])).toEqual(['no edit after save: true', '/media/1'])
})
