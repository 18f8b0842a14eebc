import { expect, test } from 'vitest'
import type { Component } from './component.schema.ts'
import { countNarrated, isNarrated } from './narrated.shared.ts'

const head = {
  course_version_id: 1,
  component_id: 1,
  position: 1,
  chapter_order: 1,
  chapter_name: 'C',
  section_order: 1,
  section_name: 'S',
  name: 'Lesson',
  final_ind: false,
  required_seconds: 60,
}
const lesson = (audioAttachments: string[]): Component => ({
  ...head,
  type: 'Content',
  lk_component_type_id: 1,
  data: { wysiwyg_id: 1, content: { type: 'doc', content: [] }, audioAttachments },
})
const pause: Component = {
  ...head,
  type: 'Break',
  lk_component_type_id: 4,
  data: { break_id: 1, seconds: 60, break_text: '' },
}

test('lessons with a recording are counted, and nothing but lessons', () => {
  const components = [lesson(['media/a.mp3', 'media/b.mp3']), lesson([]), pause]
  expect(countNarrated(components)).toEqual({ narrated: 1, lessons: 2 })
})

test('a course is narrated from 95 of 100 lessons, and never without a recording', () => {
  expect(isNarrated({ narrated: 95, lessons: 100 })).toBe(true)
  expect(isNarrated({ narrated: 94, lessons: 100 })).toBe(false)
  expect(isNarrated({ narrated: 0, lessons: 0 })).toBe(false)
})
