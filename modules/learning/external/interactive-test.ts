import { ofCourse } from '#modules/learning/permissions.ts'
import { operation } from '#platform/operation.ts'
import { id, z } from '#platform/schema.ts'
import { mayReadExam, openExam, openExamCall, readExam, readExamCall } from './proctored-exam.ts'

export const startInteractiveTest = operation({
  call: 'POST /sts/startInteractiveTest',
  summary: "Opens a session of the provider's interactive test, or returns the open one",
  may: ofCourse('studentCourseId'),
  takes: z.object({ studentCourseId: id() }),
  ...openExamCall,
  run: (ctx, { studentCourseId }) => openExam(ctx, studentCourseId, 'interactive'),
})

export const stopInteractiveTest = operation({
  call: 'POST /sts/stop',
  summary: 'Submits the open interactive test. Its result comes from the provider only',
  may: ofCourse('studentCourseId'),
  takes: z.object({ studentCourseId: id() }),
  ...readExamCall,
  run: (ctx, { studentCourseId }) => readExam(ctx, studentCourseId, 'interactive', 'stop'),
})

export const interactiveTestResults = operation({
  call: 'GET /sts/testResults',
  summary: 'Queries the provider for the outcome of the interactive test',
  may: mayReadExam('studentCourseId'),
  takes: z.object({ studentCourseId: id() }),
  ...readExamCall,
  changes: true,
  run: (ctx, { studentCourseId }) => readExam(ctx, studentCourseId, 'interactive'),
})
