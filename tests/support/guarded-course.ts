import { sendCode } from '#modules/learning/verification/methods/phone/send-code.ts'
import { saveCourseSetup } from '#modules/learning/verification/setup.ts'
import { verifyStudentCourse } from '#modules/learning/verification/verify.ts'
import { newTypist, seededRandom } from '#modules/security/typing/typist.fixture.ts'
import { takeCourse } from '#tests/fixtures/learning/quiz.ts'
import type { TestApp } from './app.ts'
import type { Owner } from './owner.ts'

/** A version of the demo's Florida course with identity checks, as some states require. */
const guarded = 9001
/** A version that asks only for a code by phone, at any time of day. */
const phoned = 9004
const lesson = 1002

/** A full copy of the first version, with all columns of these tables. */
async function addVersion({ database: { read } }: TestApp, id: number): Promise<void> {
  const [existing] = await read`select from catalogue.course_version where course_version_id = ${id}`
  if (existing) return
  const other = read.json({ course_version_id: id, version_number: id, published_at: null })
  await read`
    insert into catalogue.course_version
    select (jsonb_populate_record(null::catalogue.course_version, to_jsonb(v) || ${other}::jsonb || jsonb_build_object(
      'course_security_options', jsonb_set(v.course_security_options || '{"setupIAgree": true}',
                                           '{methods,security_questions,enabled}', 'true')))).*
    from catalogue.course_version v where course_version_id = 1`
  const version = read.json({ course_version_id: id })
  await read`
    insert into catalogue.chapter
    select (jsonb_populate_record(null::catalogue.chapter, to_jsonb(c) || ${version}::jsonb)).*
    from catalogue.chapter c where course_version_id = 1`
  await read`
    insert into catalogue.section
    select (jsonb_populate_record(null::catalogue.section, to_jsonb(c) || ${version}::jsonb)).*
    from catalogue.section c where course_version_id = 1`
  await read`
    insert into catalogue.component
    select (jsonb_populate_record(null::catalogue.component, to_jsonb(c) || ${version}::jsonb)).*
    from catalogue.component c where course_version_id = 1`
  await read`
    insert into catalogue.course_question_bank
    select (jsonb_populate_record(null::catalogue.course_question_bank, to_jsonb(b) || ${version}::jsonb)).*
    from catalogue.course_question_bank b where course_version_id = 1`
  await read`
    insert into catalogue.question
    select (jsonb_populate_record(null::catalogue.question, to_jsonb(q) || ${version}::jsonb)).*
    from catalogue.question q where course_version_id = 1`
  await read`update catalogue.course_version set published_at = platform.now() where course_version_id = ${id}`
}

/** A student's course whose identity checks aren't set up yet. */
export async function openGuarded(app: TestApp, { user_id }: Owner) {
  await addVersion(app, guarded)
  const { studentCourseId } = await takeCourse(app, user_id, 1, lesson)
  await app.database.read`
    update learning.student_course set course_version_id = ${guarded} where student_course_id = ${studentCourseId}`
  return { studentCourseId, student_course_id: studentCourseId }
}

/** All personal questions of the course, each with its first choice. */
export async function setupAnswers({ database: { read } }: TestApp) {
  const rows = await read<{ question_id: number }>`
    select question_id from catalogue.question
    where course_version_id = ${guarded} and used_in = 'security' order by position`
  return rows.map(({ question_id }) => ({ question_id, answer: 1 }))
}

/** The same, with everything set up and a check due. */
export async function openDue(app: TestApp, owner: Owner) {
  const course = await openGuarded(app, owner)
  const ctx = await owner.ctx()
  const { studentCourseId } = course
  await saveCourseSetup.run(ctx, { studentCourseId, agreement: 'I Agree', questions: await setupAnswers(app) })
  await app.database.read`
    update learning.identity_setup set passed_session_id = 0 where student_course_id = ${studentCourseId}`
  return course
}

/** The same, with a question that stays open as long as the test takes. */
export async function openChecked(app: TestApp, owner: Owner) {
  const course = await openDue(app, owner)
  const { task } = await verifyStudentCourse.run(await owner.ctx(), { studentCourseId: course.studentCourseId })
  await app.database.read`
    update learning.identity_check set expires_at = null where student_course_id = ${course.studentCourseId}`
  return { ...course, question_id: task!.question!.question_id }
}

/** The same, locked by a failed check. */
export async function openLocked(app: TestApp, owner: Owner) {
  const course = await openChecked(app, owner)
  const { studentCourseId } = course
  const { read } = app.database
  await read`
    update learning.identity_check set decided_at = platform.now(), result = 'failed'
    where student_course_id = ${studentCourseId}`
  await read`
    update learning.student_course set lk_student_course_status_id = 9, lk_student_course_status_reason_id = 7
    where student_course_id = ${studentCourseId}`
  await read`
    insert into learning.student_course_status_change (student_course_id, organization_id, from_status_id, to_status_id)
    values (${studentCourseId}, 1, 4, 9)`
  return course
}

/** The same, with an appeal that waits for staff. */
export async function openAppealed(app: TestApp, owner: Owner) {
  const course = await openLocked(app, owner)
  const [identityAppeal] = await app.database.read<{ identity_appeal_id: number }>`
    insert into learning.identity_appeal (student_course_id, organization_id, words)
    values (${course.studentCourseId}, 1, 'My phone rang.') returning identity_appeal_id`
  return { ...course, ...identityAppeal! }
}

const always = { enabled: true, from: '', to: '' }
const phone = {
  ...{ enabled: true, setAvailability: false, threshold: 0, content: '' },
  ...{ sunday: always, monday: always, tuesday: always, wednesday: always, thursday: always, friday: always },
  saturday: always,
}

/** A course with everything set up, including the phone, and a check that requires a code; `sent` sends one. */
export async function openPhoned(app: TestApp, owner: Owner, sent = false) {
  const { read } = app.database
  await addVersion(app, phoned)
  await read`
    update catalogue.course_version set course_security_options = ${read.json({ setupIAgree: true, methods: { phone } })}
    where course_version_id = ${phoned}`
  const { studentCourseId } = await takeCourse(app, owner.user_id, 1, lesson)
  await read`
    update learning.student_course set course_version_id = ${phoned} where student_course_id = ${studentCourseId}`
  const ctx = await owner.ctx()
  const number = `407${String(studentCourseId).padStart(7, '0')}`
  await saveCourseSetup.run(ctx, { studentCourseId, agreement: 'I Agree', phone: { number } })
  await read`
    update learning.identity_setup set completed_at = platform.now(), phone_proven_at = platform.now(), passed_session_id = 0
    where student_course_id = ${studentCourseId}`
  await read`
    insert into learning.identity_check (student_course_id, organization_id, reason, tasks, tries_allowed)
    select student_course_id, organization_id, 'resume', ${read.json([{ method: 'phone', question_id: null }])}, 3
    from learning.student_course where student_course_id = ${studentCourseId}`
  const course = { studentCourseId, student_course_id: studentCourseId }
  if (!sent) return course
  await sendCode.run(ctx, { student_course_id: studentCourseId, channel: 'sms' })
  return { ...course, code: app.phones.simulator.codeFor(`+1${number}`) }
}

/** A version that only checks typing. */
const input = 9005
const keystroke = { enabled: true, content: 'Keep your distance.', lowerThreshold: -20, upperThreshold: 20 }

/** A version that only checks the device. */
const recognized = 9006

/** A course with one method that isn't set up yet; `check`: set up, with a check of that method. */
async function openWithMethod(
  app: TestApp,
  { user_id }: Owner,
  version: number,
  methods: Readonly<Record<string, object>>,
  check: boolean,
) {
  const { read } = app.database
  await addVersion(app, version)
  await read`
    update catalogue.course_version set course_security_options = ${read.json({ methods })}
    where course_version_id = ${version}`
  const { studentCourseId } = await takeCourse(app, user_id, 1, lesson)
  await read`
    update learning.student_course set course_version_id = ${version} where student_course_id = ${studentCourseId}`
  const course = { studentCourseId, student_course_id: studentCourseId }
  if (!check) return course
  const tasks = Object.keys(methods).map((method) => ({ method, question_id: null }))
  await read`
    insert into learning.identity_setup (student_course_id, organization_id, answer_key, completed_at, passed_session_id)
    select student_course_id, organization_id, '\\x00', platform.now(), 0
    from learning.student_course where student_course_id = ${studentCourseId}`
  await read`
    insert into learning.identity_check (student_course_id, organization_id, reason, tasks, tries_allowed)
    select student_course_id, organization_id, 'resume', ${read.json(tasks)}, 1
    from learning.student_course where student_course_id = ${studentCourseId}`
  return course
}

/** A course whose typing check isn't set up yet; `check`: set up, with a check due. */
export const openTyped = (app: TestApp, owner: Owner, check = false) =>
  openWithMethod(app, owner, input, { keystroke }, check)

/** The same for the student's device. */
export async function openRecognized(app: TestApp, owner: Owner, check = false) {
  const course = await openWithMethod(app, owner, recognized, { biometrics: { enabled: true } }, check)
  if (check)
    await app.database.read`
      insert into learning.course_device (student_course_id, organization_id, credential_id, public_key)
      select student_course_id, organization_id, int4send(student_course_id), '\\x00'
      from learning.student_course where student_course_id = ${course.studentCourseId}`
  return course
}

/** Has the form of a browser's response for a new passkey, but no valid content. */
export const createdKey = {
  id: 'AA',
  rawId: 'AA',
  type: 'public-key',
  response: { clientDataJSON: 'e30', attestationObject: 'oA' },
}

/** The course's text as a person types it. */
export const typedSample = () => ({
  events: newTypist(seededRandom(9)).type(keystroke.content, seededRandom(10)),
  pasted: false,
})
