import { readCourse, readerOf } from '#modules/learning/progress/read-course.ts'
import { operation } from '#platform/operation.ts'
import { id, z } from '#platform/schema.ts'
import { StudentCourseView, TableOfContents } from './player.schema.ts'
import { contentsOf, studentCourseOf } from './views.ts'

export const getTableOfContents = operation({
  call: 'GET /course/tableOfContents/{studentCourseId}',
  summary: 'The outline with progress; the final exam is a chapter with final_ind',
  may: readerOf('studentCourseId'),
  takes: z.object({ studentCourseId: id() }),
  gives: z.object({ tableOfContents: TableOfContents, studentCourse: StudentCourseView }),
  async run(ctx, { studentCourseId }) {
    const state = await readCourse(ctx, studentCourseId)
    const tableOfContents = contentsOf(state.steps, state.course.current_component_id)
    return { tableOfContents, studentCourse: studentCourseOf(state) }
  },
})
