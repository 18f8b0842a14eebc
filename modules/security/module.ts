import { defineModule } from '#platform/module.ts'
import { annotateAssessment } from './risk/annotate-assessment.ts'
import { createAssessment, verifyRecaptchaToken } from './risk/assess.ts'

export const security = defineModule({
  name: 'security',
  uses: ['identity'],
  folders: ['answers', 'captcha', 'exams', 'phone', 'typing', 'risk'],
  operations: [verifyRecaptchaToken, createAssessment, annotateAssessment],
})
