export { type Appeal, appeal } from './appeal.ts'
export {
  type LockedCourse,
  readLocked,
  readSetupPage,
  readVerifyPage,
  type SetupPage,
  type VerifyPage,
} from './pages.ts'
export type { CheckShown, TaskShown } from './serve-task.ts'
export { initialSetupSubmit, loadCourseSetup, type SetupShown, saveCourseSetup } from './setup.ts'
export { verifyAnswer, verifyStudentCourse } from './verify.ts'
