import { completeQuizGroup } from './complete-group.ts'
import { documentSubmission, documentSubmissionDetails } from './document-review.ts'
import { documentSubmissions } from './document-submissions.grid.ts'
import { downloadSubmittedDocument } from './download-document.ts'
import { exportStudentAnswers } from './export-student-answers.ts'
import { gradeQuizGroup } from './grade-group.ts'
import { gradeQuiz } from './grade-quiz.ts'
import { quizSubmissionGroup } from './group-detail.ts'
import { quizSubmission } from './quiz-detail.ts'
import { quizSubmissions } from './quiz-submissions.grid.ts'
import { reviewDocuments } from './review-documents.ts'

export const operations = [
  ...quizSubmissions.operations,
  ...documentSubmissions.operations,
  quizSubmission,
  gradeQuiz,
  quizSubmissionGroup,
  gradeQuizGroup,
  completeQuizGroup,
  documentSubmission,
  documentSubmissionDetails,
  reviewDocuments,
  downloadSubmittedDocument,
  exportStudentAnswers,
]
