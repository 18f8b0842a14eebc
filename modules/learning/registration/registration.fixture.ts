import { enroll } from '#modules/learning/enrollment/enroll.ts'
import { openValue } from '#modules/learning/sealed.ts'
import { selectStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import { type Client, openTestApp } from '#tests/support/app.ts'
import { findRegistrationProblem } from './registration-problems.ts'

/** The course versions of the demo data. */
export const florida = 1
export const classA = 2
export const spanish = 3
export const permit = 4

/** The demo data with students who bought a course and have not registered yet. */
export async function openRegistrations() {
  const app = await openTestApp()
  const system = await app.ctx({ kind: 'system', name: 'test' })
  let orders = 900_000

  async function newStudent(code = 'SSD'): Promise<number> {
    orders += 1
    const name = `reg${orders}`
    const [row] = await app.database.read<{ user_id: number }>`
      insert into identity.person (organization_id, lk_user_role_id, loginid, email, first_name, last_name)
      select organization_id, 3, ${name}, ${`${name}@example.com`}, 'Reg', 'Student'
      from identity.organization where code = ${code} returning user_id`
    return row!.user_id
  }

  async function enrollStudent(user_id: number, course_version_id: number): Promise<number> {
    orders += 1
    const [place] = await app.database.read<{ organization_id: number; course_website_id: number }>`
      select p.organization_id, cw.course_website_id
      from identity.person p join catalogue.v_course_website cw on cw.course_version_id = ${course_version_id}
      where p.user_id = ${user_id} limit 1`
    const item = { lk_shipping_type_id: 1, audio_ind: false, order_item_id: orders, paid: true }
    const { student_course_id } = await system.tx((inner) =>
      enroll(inner, { user_id, course_version_id, ...item, ...place! }),
    )
    return student_course_id
  }

  async function addRegistration(course_version_id: number) {
    const user_id = await newStudent()
    const studentCourseId = await enrollStudent(user_id, course_version_id)
    const client: Client = await app.as(user_id)
    const ctx = await app.ctx(await app.actorOf(user_id))
    const submitAnswer = (questionId: number, answer: unknown) =>
      client.post('/registration/answer/submit', { studentCourseId, questionId, answer })
    const questionIds = async (): Promise<number[]> => {
      const { body } = await client.get(`/registration/${studentCourseId}`)
      return body.questions.map((question: { question_id: number }) => question.question_id)
    }
    return { user_id, studentCourseId, client, ctx, submitAnswer, questionIds }
  }

  const courseOf = (studentCourseId: number) => selectStudentCourse(system, studentCourseId)
  return {
    app,
    newStudent,
    enrollStudent,
    addRegistration,
    courseOf,
    problemOf: async (id: number, now?: Date) =>
      findRegistrationProblem(now ? system.as({ now }) : system, await courseOf(id)),
    /** The rows of a course, with sealed answers decrypted. */
    async rowsOf(studentCourseId: number) {
      const rows = await app.database.read<{
        question_id: number
        answer: unknown
        personal_answer: unknown
        version: number
      }>`
        select question_id, answer, personal_answer, version from learning.registration_answer
        where student_course_id = ${studentCourseId} order by question_id`
      return rows.map((row) => ({
        ...row,
        personal_answer: openValue(system, row.personal_answer, `registration:${studentCourseId}:${row.question_id}`),
      }))
    },
    /** Sets a course's status without its rules; for tests only. */
    setStatus: (studentCourseId: number, to: number) => app.database.read`
      update learning.student_course set lk_student_course_status_id = ${to}
      where student_course_id = ${studentCourseId}`,
  }
}
