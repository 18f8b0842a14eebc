import { demoPassword } from '#modules/identity/entry.ts'
import { encodeMessage } from '#modules/support/tickets/encoding.shared.ts'
import { status } from '#modules/support/tickets/status-rules.shared.ts'
import { decomposed } from '#platform/composed.shared.ts'
import type { Sql } from '#platform/db/sql.ts'
import { stateIdOf } from '#platform/states.ts'
import { dicdsAccount, dicdsWsdl } from '#simulators/agencies/dicds.ts'
import { newCard } from '#tests/e2e/support/student.ts'
import {
  aboutYou,
  buyAsGuest,
  completeComponent,
  componentsOf,
  ok,
  openSeat,
  type Person,
  registerOverHttp,
} from '#tests/support/path.ts'
import { type Caller, openCaller } from './caller.ts'
import { offers, refunds, type Student, students, tickets, unknownLicenses } from './people.ts'

const hour = 3_600_000
const day = 24 * hour

/** A running server, and the clock of its database, which never goes back. */
export type School = {
  port: string
  origin: string
  read: Sql
  /** Moves the clock to this many days before the present time; does nothing if that time is over. */
  moveTo(daysAgo: number): Promise<void>
  moveClock(milliseconds: number): Promise<void>
}

/** Lets the school's month happen, day by day, by calls of its API. */
export async function tellMonth(school: School): Promise<void> {
  await followProgram(school)
  for (const [index, student] of students.entries()) {
    // Office hours, and never two students in the same minute.
    await school.moveTo(student.daysAgo + 0.3 - (index % 5) * 0.05)
    await tellStudent(school, student, index)
    console.log(`  ${student.daysAgo} days ago: ${student.firstName} ${student.lastName}, ${student.stage}`)
  }
}

/**
 * Florida's course follows its program: the department's account is set up with the simulated service, what the program
 * and the account need is asked, and the course is published. An Admin states for each unconfirmed rule that there is none,
 * which a real school does only once it has looked.
 */
async function followProgram(school: School): Promise<void> {
  const admin = await signIn(school, 'admin@example.com')
  const { course_id } = offers.improvement
  const program_id = 'fl-bdi'
  ok(await admin.post('/course/updateOverview', { course_id, program_id }))
  ok(await admin.post('/program/leaveEmpty', { program_id, reason: 'The demo has no other source.' }))
  const { password, ...known } = dicdsAccount
  const settings = {
    ...known,
    start_time: '0001',
    courses: `${course_id} = 4001, B1`,
    citation_date: 'record',
    wsdl: dicdsWsdl,
  }
  ok(await admin.put('/agency/account', { agency: 'fl-dhsmv', method: 'service', settings, secrets: { password } }))
  ok(await admin.post('/course/addProgramQuestions', { course: { course_id } }))
  ok(await admin.post('/course/publish', { course_id }))
}

async function tellStudent(school: School, student: Student, index: number): Promise<void> {
  const caller = openCaller(school.port, offers[student.offer].site, index)
  const person = personOf(student)
  const { offer, promo } = student
  await buyAsGuest(caller, person, {
    course_website_id: offers[offer].course_website_id,
    card: await newCard(school),
    ...(offer === 'theory' && { dob: aboutYou(person).dob }),
    ...(promo && { promo }),
  })
  await takeCourse(school, caller, student)
  if (refunds.has(student.lastName)) await refund(school, person.email)
  const ticket = tickets[student.lastName]
  if (ticket) await writeTicket(school, caller, ticket)
}

/** Emails to example.com reach no one. */
const personOf = ({ firstName, lastName }: Student): Person => ({
  email: decomposed(`${firstName}.${lastName}@example.com`)
    .replaceAll(/[^\w@.]/g, '')
    .toLowerCase(),
  password: demoPassword,
  firstName,
  lastName,
})

/** Takes the course as far as the student got. */
async function takeCourse(school: School, caller: Caller, student: Student): Promise<void> {
  if (student.stage === 'bought') return
  const { studentCourseId, course_version_id } = await courseOf(school.read, student)
  await school.moveClock(hour / 4)
  ok(await caller.post('/user/saveAboutYou', { ...aboutYou(personOf(student)), ...homes[student.offer] }))
  await registerOverHttp(caller, studentCourseId, 'A123456', unknownLicenses[student.lastName])
  if (student.stage === 'registered') return
  const seat = await openSeat(
    { moveClock: school.moveClock, database: school },
    caller,
    studentCourseId,
    course_version_id,
  )
  const components = componentsOf(await seat.tableOfContents())
  const exam = components.findIndex(({ final_ind }) => final_ind)
  const end = student.stage === 'passed' ? exam : Math.floor(exam * share(student))
  for (const { component_id } of components.slice(0, end)) await completeComponent(seat, component_id)
  if (student.stage !== 'passed') return
  const { component_id } = components[exam]!
  await seat.stay(await seat.open(component_id))
  const { result } = await seat.sitQuiz(component_id, 'right')
  if (!result.passed) throw new Error(`${student.lastName} did not pass`)
  if (!student.review) return
  const [stars, comment] = student.review
  ok(await caller.post('/course/review', { student_course_id: studentCourseId, stars, comment }))
}

/** The students of the Spanish course live in Texas, whose agency takes our own format here; the others in Tampa. */
const homes: Partial<Record<Student['offer'], object>> = {
  manejo: { address1: '400 Travis Street', city: 'Houston', state: stateIdOf('TX'), zip: '77002' },
}

/** The share of the course that a student has finished: a fifth to four fifths, the same in each run. */
const share = ({ lastName }: Student): number => 0.2 + (lastName.length % 4) * 0.2

/** The course of a purchase, which may have come with others. */
async function courseOf(read: Sql, student: Student) {
  const [row] = await read<{ studentCourseId: number; course_version_id: number }>`
    select c.student_course_id as "studentCourseId", c.course_version_id
    from learning.student_course c join identity.person p using (user_id)
    join catalogue.course_version v using (course_version_id)
    where p.email = ${personOf(student).email} and v.course_id = ${offers[student.offer].course_id}`
  return row!
}

async function signIn(school: School, loginid: string): Promise<Caller> {
  const staff = 1000
  const visitor = openCaller(school.port, 'ssd', staff)
  const { token } = ok(await visitor.post('/user/login', { loginid, password: demoPassword }))
  return openCaller(school.port, 'ssd', staff, token)
}

async function refund(school: School, email: string): Promise<void> {
  // Gateways refund only what is settled, which takes them a night.
  await school.moveClock(day / 2)
  await fetch(`${school.origin}/dev/gateway/settle`, { method: 'POST' })
  const admin = await signIn(school, 'admin@example.com')
  const [payment] = await school.read<{ payment_id: number; total: string }>`
    select y.payment_id, o.total_cents / 100.0 as total from checkout.payment y
    join checkout.customer_order o using (order_id) join identity.person p on p.user_id = o.user_id
    where p.email = ${email}`
  const total = Number(payment!.total)
  const { payment_id } = payment!
  ok(await admin.post('/payment/refund', { payment_id, amount: total, existing_refund_amount: 0, total }))
}

async function writeTicket(
  school: School,
  student: Caller,
  { category_id, message, reply, solved }: (typeof tickets)[string],
): Promise<void> {
  const { chat_thread_id } = ok(
    await student.post('/support/createSupportTicket', { details: message, category_id }),
  ).data
  if (!reply) return
  await school.moveClock(hour / 3)
  const agent = await signIn(school, 'admin@example.com')
  ok(await agent.post('/support/sendMessage', { chat_thread_id, message: encodeMessage(reply) }))
  if (solved) ok(await agent.post('/support/setStatus', { chat_thread_id, lk_issue_status_id: status.resolved }))
}
