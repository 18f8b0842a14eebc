import { verificationTexts } from '#modules/learning/verification/verification.texts.ts'
import { verificationPage } from './verification-page.tsx'

/**
 * The identity check that interrupts a course. Its method determines the content, also at the addresses of single
 * methods.
 */
export default verificationPage({
  address: '/course/:studentCourseId{[0-9]+}/security/verify/:method{biometrics|phone}?',
  title: verificationTexts.verify,
  unlock: false,
})
