import { expect, test } from 'vitest'
import { openDemo } from '#modules/catalogue/testing/demo.ts'
import type { Component } from '#modules/catalogue/versions/component.schema.ts'
import { fetchDetails } from './fetch-details.ts'
import { fetchSampleLesson, sampleOf } from './sample-lesson.ts'

const { ctx } = await openDemo()
const notFound = { kind: { status: 404 } }

test('a visitor reads the lesson that the author has chosen, without questions', async () => {
  const { course } = await fetchDetails.run(await ctx(), { id: 1001 })
  expect(course.sample).toBe('When Points Become a Suspension')
  const sample = await fetchSampleLesson.run(await ctx(), { id: 1001 })
  expect(sample).toMatchObject({ name: course.sample, course_name: 'Basic Driver Improvement', frames: [] })
  expect(sample.html).toContain('<p>')
  expect(JSON.stringify(sample)).not.toMatch(/"correct"|questionPools|component_id/)
})

test.each([1003, 1006, 1014, 999_999])(
  'returns 404 for course-website %i without a sample, of another, a closed or no organization',
  async (id) => {
    await expect(fetchSampleLesson.run(await ctx(), { id })).rejects.toMatchObject(notFound)
  },
)

const head = { course_version_id: 1, position: 1, chapter_order: 1, chapter_name: 'C', section_order: 1 }
const lesson = (component_id: number, sample_ind: boolean, final_ind = false): Component => ({
  ...head,
  section_name: 'S',
  name: `Lesson ${component_id}`,
  component_id,
  final_ind,
  required_seconds: 60,
  type: 'Content',
  lk_component_type_id: 1,
  data: { wysiwyg_id: component_id, content: { type: 'doc', content: [] }, audioAttachments: [], sample_ind },
})

test('the first sample of a course is shown, never one of the final exam', () => {
  expect(sampleOf([lesson(1, false), lesson(2, true), lesson(3, true)])?.component_id).toBe(2)
  expect(sampleOf([lesson(1, false), lesson(2, true, true)])).toBeNull()
})
