export { hashAnswer, isSameHash, newAnswerKey } from './answers/secret-answer.ts'
export {
  type ExamKey,
  type ExamKind,
  type ExamRequest,
  examKinds,
  examProvider,
  type Heard,
  type Remark,
  type Unheard,
} from './exams/exam-provider.ts'
export { type Channel, channels, codeSender, type Delivery, type Unsent } from './phone/code-sender.ts'
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
