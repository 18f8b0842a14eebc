export { type ExamSimulator, openExamSimulator, startExamSimulator } from './exams/exam-simulator.ts'
