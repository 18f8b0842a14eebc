import type { MethodPage } from './method-page.ts'
import { QuestionCheck } from './question-check.tsx'

export const contentQuestionsPage: MethodPage = {
  setup: null,
  read: null,
  Check: QuestionCheck,
  submit: null,
  showsRefusals: false,
  waiver: null,
}
