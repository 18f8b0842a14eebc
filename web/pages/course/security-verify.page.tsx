import { verificationTexts } from '#modules/learning/verification/verification.texts.ts'
import { verificationPage } from './verification-page.tsx'

/** The check that interrupts a course: who sits it? What it asks for decides what is shown, also at the addresses of one method. */
export default verificationPage({
  address: '/course/:studentCourseId{[0-9]+}/security/verify/:method{biometrics|phone}?',
  title: verificationTexts.verify,
  unlock: false,
})
