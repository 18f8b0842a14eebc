import { chargeUploaded } from '#modules/checkout/index.ts'
import {
  advanceTask,
  createStudentUser,
  failTask,
  findLogins,
  findOpenTask,
  finishTask,
  requesterContext,
} from '#modules/identity/index.ts'
import {
  assignEnrollment,
  findCurrentCourse,
  isTakingCourse,
  lockStudentCourse,
  saveUploadedLicense,
} from '#modules/learning/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { Refusal } from '#platform/errors.ts'
import { toDollars } from '#platform/money.ts'
import { holds } from '#platform/permissions.ts'
import type { Sentence, SentenceParams } from '#platform/sentence.ts'
import type { Text } from '#platform/texts.ts'
import { startPolicy } from './start-upload.ts'
import { type StudentFields, studentFieldsOf } from './student-fields.ts'
import {
  countRows,
  findStartedUpload,
  listOpenRows,
  lockOpenRow,
  type Outcome,
  recordOutcome,
  type Upload,
  type UploadRow,
} from './upload.sql.ts'
import { uploadTexts } from './uploads.texts.ts'
import { assignmentOf, formOf, licenseOf, loginOf } from './validate-rows.ts'

/** How many rows a worker processes at the same time, and how many it fetches per query. */
const maxConcurrent = 4
const fetchSize = 40

/**
 * Adds and enrolls the students of a started upload, each row in its own transaction with its outcome: a killed worker
 * has done a row completely or not at all, and the next one continues. Runs with the current permissions of the person
 * who started it: if they lose one, the rest is left. Safe to repeat and to run concurrently.
 */
export async function processUpload(ctx: Ctx, student_upload_id: number): Promise<void> {
  const upload = await findStartedUpload(ctx, student_upload_id)
  const task = upload && (await findOpenTask(ctx, upload.task_id!))
  if (!upload || !task) return
  let after = 0
  for (;;) {
    const rows = await listOpenRows(ctx, student_upload_id, after, fetchSize)
    if (rows.length === 0) break
    const requester = await requesterContext(ctx, upload.user_id, upload.site_id)
    if (!requester || !isStillAllowed(requester, upload)) {
      await ctx.tx((inner) => failTask(inner, task.task_id, uploadTexts.noRight))
      return
    }
    for (let index = 0; index < rows.length; index += maxConcurrent) {
      const chunk = rows.slice(index, index + maxConcurrent)
      await Promise.all(chunk.map(({ row_number }) => processRow(requester, upload, row_number)))
    }
    after = rows.at(-1)!.row_number
    const { done } = await countRows(ctx, student_upload_id)
    if (!(await advanceTask(ctx, task.task_id, done))) return
  }
  const counts = await countRows(ctx, student_upload_id)
  // Another worker has the remaining rows, and ends the task.
  if (counts.done < counts.good) throw new Error('Another worker is still processing rows of this upload')
  await ctx.tx((inner) => finishTask(inner, task.task_id, { summary: summaryOf(counts) }))
}

/** Whether the person may currently still start it. */
const isStillAllowed = ({ actor }: Ctx, { paid_ind }: Upload): boolean =>
  startPolicy.gate(actor) &&
  actor.kind === 'user' &&
  (!paid_ind || actor.permissions.has('MANAGE_INVOICE_PAYMENTS:CREATE'))

type Counts = Awaited<ReturnType<typeof countRows>>

function summaryOf({ added, existing, failed }: Counts): Sentence {
  const params = { added: { count: added }, existing: { count: existing }, failed: { count: failed } }
  const result = { text: uploadTexts.result, params }
  if (failed > 0) return result
  return { text: uploadTexts.allAdded, params: { success: { text: uploadTexts.success }, result } }
}

async function processRow(ctx: Ctx, upload: Upload, row_number: number): Promise<void> {
  try {
    await ctx.tx(async (inner) => {
      const row = await lockOpenRow(inner, upload, row_number)
      if (row) await recordOutcome(inner, upload.student_upload_id, row_number, await enroll(inner, upload, row))
    })
  } catch (error) {
    // A rule of the product refused the row: that is its outcome. The job retries anything else.
    if (!(error instanceof Refusal)) throw error
    await ctx.tx((inner) => recordOutcome(inner, upload.student_upload_id, row_number, refusedOutcome(error)))
  }
}

function refusedOutcome({ kind, params, issues }: Refusal): Outcome {
  const text = kind.status === 404 ? uploadTexts.otherPlace : kind.text
  const detail = issues[0]?.message
  return {
    outcome: 'failed',
    enrolled_ind: false,
    user_id: null,
    order_id: null,
    license_change: null,
    ...problemOf(detail === undefined ? text : [detail, detail], detail === undefined ? params : {}),
  }
}

const problemOf = ([problem_en, problem_es]: Text, problem_params: SentenceParams = {}) => ({
  problem_en,
  problem_es,
  problem_params,
})

async function enroll(ctx: Ctx, upload: Upload, row: UploadRow): Promise<Outcome> {
  const input = studentFieldsOf(upload.columns, row.cells)
  const account = (await findLogins(ctx, [loginOf(input)])).get(loginOf(input))
  const user_id = account?.user_id ?? (await addStudent(ctx, upload, input))
  const outcome = account ? ('existing' as const) : ('new' as const)
  // Staff who may only add students don't correct existing ones.
  const mayCorrect = !account || holds(ctx.actor, 'MANAGE_STUDENTS:UPDATE')
  const change = mayCorrect ? await saveUploadedLicense(ctx, user_id, licenseOf(input)) : null
  const license_change = account ? change : null
  const { course_website_id, lk_shipping_type_id } = upload
  if (account && (await isTakingCourse(ctx, user_id, [course_website_id!]))) {
    return {
      outcome,
      enrolled_ind: false,
      user_id,
      order_id: null,
      license_change,
      ...problemOf(uploadTexts.hasCourse),
    }
  }
  const { order_id } = await chargeUploaded(ctx, {
    user_id,
    request_id: row.request_id,
    course_website_id: course_website_id!,
    lk_shipping_type_id,
    price: toDollars(upload.price_cents!),
    shipping_price: toDollars(upload.shipping_cents!),
    paid: upload.paid_ind!,
  })
  await assign(ctx, upload, user_id, input)
  const problem = { problem_en: null, problem_es: null, problem_params: {} }
  return { outcome, enrolled_ind: true, user_id, order_id, license_change, ...problem }
}

/** A row's own group and due date come before those of the whole upload. */
async function assign(ctx: Ctx, upload: Upload, user_id: number, input: StudentFields): Promise<void> {
  const row = assignmentOf(input)
  const [group, due_on] = [row.group ?? upload.group_name, row.due_on ?? upload.due_on]
  if (group === null && due_on === null) return
  const student_course_id = await findCurrentCourse(ctx, user_id, upload.course_website_id!)
  if (student_course_id === null) return
  await assignEnrollment(ctx, await lockStudentCourse(ctx, student_course_id), { group, due_on })
}

async function addStudent(ctx: Ctx, { seller_id }: Upload, input: StudentFields): Promise<number> {
  const { data } = await createStudentUser.run(ctx, { organization_id: seller_id, ...formOf(input) })
  return data.user_id
}
