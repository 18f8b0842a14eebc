import { createHmac } from 'node:crypto'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import { type Setup, sealedFor } from '#modules/learning/verification/setup.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { sealPort, secretPort } from '#platform/ports.ts'

const sealBinding = (course: Pick<StudentCourse, 'student_course_id'>) => `phone:${sealedFor(course)}`

/** Ten digits, sealed for the course that they belong to. */
export const sealNumber = (ctx: Ctx, course: Pick<StudentCourse, 'student_course_id'>, digits: string): Buffer =>
  ctx.use(sealPort).seal(Buffer.from(`+1${digits}`), sealBinding(course))

/** The number that a course's codes are sent to, as +14075550123; null if none was given. */
export const openNumber = (ctx: Ctx, { student_course_id, phone }: Setup): string | null =>
  phone && ctx.use(sealPort).open(phone, sealBinding({ student_course_id })).toString()

/** Identifies a phone for counting its codes across the whole product. */
export const hashNumber = (ctx: Ctx, number: string): Buffer =>
  createHmac('sha256', ctx.use(secretPort)).update(`phone number ${number}`).digest()

/** The last four digits, which are enough for people to recognize their number. */
export const endingOf = (number: string): string => number.slice(-4)
