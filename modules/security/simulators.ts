export { type ExamSimulator, openExamSimulator, startExamSimulator } from './exams/exam-simulator.ts'
export { openPhoneSimulator, type PhoneSimulator, startPhoneSimulator } from './phone/phone-simulator.ts'
