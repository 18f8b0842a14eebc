import { idle } from '#modules/learning/seat-time/idle.ts'
import { updateStudentCourseTotalTime } from '#modules/learning/seat-time/update-student-course-total-time.ts'
import { updateStudentProgressTime } from '#modules/learning/seat-time/update-student-progress-time.ts'
import type { AnyOperation } from '#platform/operation.ts'
import { complete } from './complete.ts'
import { disableStudentCourse } from './disable-student-course.ts'
import { fetchCourseByStudentCourseId } from './fetch-course-by-student-course-id.ts'
import { getComponent } from './get-component.ts'
import { getCourseVersion } from './get-course-version.ts'
import {
  fetchCourseNameByStudentCourseId,
  fetchStudentCourseByStudentCourseId,
  getStudentCourse,
} from './get-student-course.ts'
import { getTableOfContents } from './get-table-of-contents.ts'
import { next } from './next.ts'
import { start } from './start.ts'
import { updateBreakComponentProgress } from './update-break-component-progress.ts'

export const operations: readonly AnyOperation[] = [
  fetchCourseByStudentCourseId,
  getCourseVersion,
  getComponent,
  getTableOfContents,
  start,
  next,
  complete,
  updateStudentProgressTime,
  idle,
  updateStudentCourseTotalTime,
  updateBreakComponentProgress,
  getStudentCourse,
  fetchStudentCourseByStudentCourseId,
  fetchCourseNameByStudentCourseId,
  disableStudentCourse,
]
