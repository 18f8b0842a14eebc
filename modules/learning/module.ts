import { defineModule } from '#platform/module.ts'
import { operations as audits } from './audits/operations.ts'
import { operations as certificates } from './certificates/operations.ts'
import { operations as dashboard } from './dashboard/operations.ts'
import { assignEnrollments } from './enrollment/assign-enrollments.ts'
import { courseAssignment } from './enrollment/course-assignment.ts'
import { courseExtension } from './enrollment/course-extension.ts'
import { extendCourse } from './enrollment/extend-course.ts'
import { fetchShippingMethodByStudentCourseId } from './enrollment/fetch-shipping-method.ts'
import { listEnrollments } from './enrollment/list-enrollments.ts'
import { reinstateStudentCourse } from './enrollment/reinstate-student-course.ts'
import { updateStudentCourseData } from './enrollment/update-student-course-data.ts'
import { externalExams } from './external/external-exams.grid.ts'
import { operations as external } from './external/operations.ts'
import { fetchExtraTime, setExtraTime } from './extra-time/extra-time.ts'
import { lookups } from './lookups.shared.ts'
import { operations as manualIssue } from './manual-issue/operations.ts'
import { personal } from './personal-tables.ts'
import { operations as player } from './player/operations.ts'
import { passTestStudents } from './progress/pass-test-students.ts'
import { operations as proofs } from './proofs/operations.ts'
import { operations as quiz } from './quiz/operations.ts'
import { operations as registration } from './registration/operations.ts'
import { completionReports } from './reporting/completion-reports.grid.ts'
import { operations as reporting } from './reporting/operations.ts'
import { reviewCourse } from './reviews/review-course.ts'
import { sealedColumns } from './sealed-columns.ts'
import { fixCourse } from './status/fix-course.ts'
import { setStudentCourseStatus } from './status/set-student-course-status.ts'
import { documentSubmissions } from './submissions/document-submissions.grid.ts'
import { operations as submissions } from './submissions/operations.ts'
import { quizSubmissions } from './submissions/quiz-submissions.grid.ts'
import { operations as verification } from './verification/operations.ts'
import { fetchNotBegun } from './versions/fetch-not-begun.ts'
import { fetchProgramImpact } from './versions/fetch-program-impact.ts'
import { moveAllStudents } from './versions/move-all-students.ts'
import { moveStudents } from './versions/move-students.ts'

export const learning = defineModule({
  name: 'learning',
  uses: ['security', 'catalogue', 'identity', 'settings'],
  personal,
  folders: [
    'student-course',
    'extra-time',
    'leases',
    'questions',
    'status',
    'reporting',
    'registration',
    'due-check',
    'progress',
    'certificates',
    'verification',
    'opening',
    'seat-time',
    'media-progress',
    'quiz',
    'attention',
    'enrollment',
    'reviews',
    'player',
    'external',
    'submissions',
    'manual-issue',
    'proofs',
    'audits',
    'versions',
    'dashboard',
    'account',
  ],
  lookups,
  operations: [
    passTestStudents,
    ...player,
    ...dashboard,
    ...quiz,
    ...registration,
    ...certificates,
    ...manualIssue,
    ...reporting,
    ...submissions,
    ...proofs,
    ...verification,
    ...external,
    fetchExtraTime,
    setExtraTime,
    fetchShippingMethodByStudentCourseId,
    reinstateStudentCourse,
    extendCourse,
    listEnrollments,
    assignEnrollments,
    courseAssignment,
    courseExtension,
    updateStudentCourseData,
    setStudentCourseStatus,
    fixCourse,
    reviewCourse,
    fetchNotBegun,
    fetchProgramImpact,
    moveStudents,
    moveAllStudents,
    ...audits,
  ],
  grids: [quizSubmissions, documentSubmissions, completionReports, externalExams],
  sealed: sealedColumns,
})
