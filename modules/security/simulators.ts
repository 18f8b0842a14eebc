export { openExamSimulator, startExamSimulator } from './exams/exam-simulator.ts'
export { openPhoneSimulator, startPhoneSimulator } from './phone/phone-simulator.ts'
