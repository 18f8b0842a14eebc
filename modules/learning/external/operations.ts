import type { AnyOperation } from '#platform/operation.ts'
import { courseExams } from './course-exams.ts'
import { externalExams } from './external-exams.grid.ts'
import { interactiveTestResults, startInteractiveTest, stopInteractiveTest } from './interactive-test.ts'
import { authorizeTest, clearConfiguration, testResults } from './proctored-exam.ts'
import { reviewExam } from './review-exam.ts'

export const operations: readonly AnyOperation[] = [
  authorizeTest,
  testResults,
  clearConfiguration,
  startInteractiveTest,
  stopInteractiveTest,
  interactiveTestResults,
  reviewExam,
  courseExams,
  ...externalExams.operations,
]
