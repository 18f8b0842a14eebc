import { defineModule } from '#platform/module.ts'
import { personal } from './personal-tables.ts'
import { annotateAssessment } from './risk/annotate-assessment.ts'
import { createAssessment, verifyRecaptchaToken } from './risk/assess.ts'

export const security = defineModule({
  name: 'security',
  uses: ['identity'],
  personal,
  folders: ['answers', 'captcha', 'exams', 'phone', 'typing', 'risk'],
  operations: [verifyRecaptchaToken, createAssessment, annotateAssessment],
})
