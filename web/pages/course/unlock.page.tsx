import { verificationTexts } from '#modules/learning/verification/verification.texts.ts'
import { verificationPage } from './verification-page.tsx'

/** The way back into a course that a failed check has locked: its student's own questions. */
export default verificationPage({
  address: '/course/:studentCourseId{[0-9]+}/unlock',
  title: verificationTexts.unlock,
  unlock: true,
})
