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
export { type Channel, channels, codeSender, type Delivery, type UnsentMessage } from './phone/code-sender.ts'
export {
  distance,
  isTooEven,
  type KeyEvent,
  minOwnDistance,
  readStrokes,
  type SampleFault,
  type Timings,
  timingsOf,
} from './typing/typing-sample.ts'
export { profileOf, type ScoreBand, samplesNeeded, scoreTyping } from './typing/typing-score.ts'
