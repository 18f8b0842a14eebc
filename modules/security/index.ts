export { hashAnswer, isSameHash, newAnswerKey } from './answers/secret-answer.ts'
export {
  type ExamFailure,
  type ExamKey,
  type ExamKind,
  type ExamReport,
  type ExamRequest,
  examKinds,
  examProvider,
  type Remark,
} from './exams/exam-provider.ts'
export { type Channel, channels, codeSender, type Delivery, type Unsent } from './phone/code-sender.ts'
export {
  distance,
  isTooEven,
  type KeyEvent,
  minOwnDistance,
  readStrokes,
  type Timings,
  timingsOf,
  type Unusable,
} from './typing/typing-sample.ts'
export { type Band, profileOf, samplesNeeded, scoreTyping } from './typing/typing-score.ts'
