export { hashAnswer, isSameHash, newAnswerKey } from './answers/secret-answer.ts'
export { captchaPort } from './captcha/captcha.ts'
export { openRecaptcha } from './captcha/recaptcha.ts'
export { openRecaptchaEnterprise } from './captcha/recaptcha-enterprise.ts'
export {
  type ExamKey,
  type ExamKind,
  type ExamProvider,
  type ExamRequest,
  examKinds,
  examProvider,
  type Heard,
  type Remark,
  type Unheard,
} from './exams/exam-provider.ts'
export { openRestProvider } from './exams/rest-provider.ts'
export { type Channel, type CodeSender, channels, codeSender, type Delivery, type Unsent } from './phone/code-sender.ts'
export { openTwilio } from './phone/twilio.ts'
export { forgetOldAssessments, selectRisk } from './risk/assessment.sql.ts'
export { openHumanCheck } from './risk/require-human.ts'
export {
  distance,
  isTooEven,
  type KeyEvent,
  nearestOwn,
  readStrokes,
  type Timings,
  timingsOf,
  type Unusable,
} from './typing/typing-sample.ts'
export { type Band, profileOf, samplesNeeded, scoreTyping } from './typing/typing-score.ts'
