import { defineModule } from '../../platform/module.ts'
import { certificateIssued, certificateMailOwed } from './certificates/facts.ts'
import { operations as certificates } from './certificates/operations.ts'
import { operations as dashboard } from './dashboard/operations.ts'
import { reinstateStudentCourse } from './enrolment/reinstate-student-course.ts'
import { coursePassed, enrolled, statusChanged } from './facts.ts'
import { operations as player } from './player/operations.ts'
import { quizFinished } from './quiz/facts.ts'
import { operations as quiz } from './quiz/operations.ts'
import { operations as registration } from './registration/operations.ts'
import { reportOwed, reportRejected } from './reporting/facts.ts'
import { operations as reporting } from './reporting/operations.ts'

export const learning = defineModule({
  name: 'learning',
  uses: ['catalogue', 'identity', 'settings'],
  operations: [
    ...player,
    ...dashboard,
    ...quiz,
    ...registration,
    ...certificates,
    ...reporting,
    reinstateStudentCourse,
  ],
  facts: [
    statusChanged,
    enrolled,
    coursePassed,
    quizFinished,
    certificateIssued,
    certificateMailOwed,
    reportOwed,
    reportRejected,
  ],
})
