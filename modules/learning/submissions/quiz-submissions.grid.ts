import { findCoursesByName } from '#modules/learning/student-course/find-courses.sql.ts'
import { defineGrid } from '#platform/grid/grid.ts'
import { rowPath } from '#platform/grid/row-path.ts'
import { staff } from '#platform/permissions.ts'
import { readSubmissionsKey } from './permissions.ts'
import {
  fromSubmissions,
  needsAttentionLink,
  submissionColumns,
  submissionNarrowings,
  submissionSwitches,
} from './submission-columns.ts'
import { submissionTexts as words } from './submissions.texts.ts'

/** GET /quiz/submissions/fetch and /submission/export: the courses with a submitted quiz. */
export const quizSubmissions = defineGrid({
  calls: { fetch: 'GET /quiz/submissions/fetch', export: 'GET /submission/export' },
  cursor: 'afterId',
  rows: 'data',
  file: 'SubmissionData.xlsx',
  title: words.submissions,
  empty: words.noQuizzes,
  may: staff(readSubmissionsKey),
  from: fromSubmissions('quiz'),
  findKeys: findCoursesByName,
  order: ['-finished_date'],
  key: 'student_course_id',
  columns: submissionColumns,
  narrowings: submissionNarrowings('quiz'),
  switches: submissionSwitches,
  links: [
    {
      label: words.review,
      may: readSubmissionsKey,
      opens: rowPath('/manage/submission/quiz/group/:student_course_id', { student_course_id: '{key}' }),
    },
    needsAttentionLink,
  ],
})
