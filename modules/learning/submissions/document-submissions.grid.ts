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

/** GET /attachment/submissions/fetch: the courses with a submitted document. */
export const documentSubmissions = defineGrid({
  calls: { fetch: 'GET /attachment/submissions/fetch', export: 'GET /attachment/submissions/export' },
  added: ['export'],
  rows: 'submissions',
  file: 'SubmissionData.xlsx',
  title: words.submissions,
  empty: words.noDocuments,
  may: staff(readSubmissionsKey),
  from: fromSubmissions('document'),
  findKeys: findCoursesByName,
  order: ['-finished_date'],
  key: 'student_course_id',
  columns: submissionColumns,
  narrowings: submissionNarrowings('document'),
  switches: submissionSwitches,
  links: [
    {
      label: words.review,
      may: readSubmissionsKey,
      opens: rowPath('/manage/submission/documents/:student_course_id', { student_course_id: '{key}' }),
    },
    needsAttentionLink,
  ],
})
