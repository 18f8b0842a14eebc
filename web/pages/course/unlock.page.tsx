import { verificationTexts } from '#modules/learning/verification/verification.texts.ts'
import { verificationPage } from './verification-page.tsx'

/** Unlocks a course locked by a failed check, with the student's personal questions. */
export default verificationPage({
  address: '/course/:studentCourseId{[0-9]+}/unlock',
  title: verificationTexts.unlock,
  unlock: true,
})
