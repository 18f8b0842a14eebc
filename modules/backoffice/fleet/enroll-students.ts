import { randomUUID } from 'node:crypto'
import { chargeUploaded, checkoutErrors, checkUploadTerms } from '#modules/checkout/index.ts'
import {
  createPerson,
  createStudentUser,
  findLogins,
  insertExternalPerson,
  lockExternalPerson,
  roleId,
} from '#modules/identity/index.ts'
import { findExternalEnrollment, findTakenCourse, insertExternalEnrollment } from '#modules/learning/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors, Refusal } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { requireVisited, staff } from '#platform/permissions.ts'
import { flag, id, list, z } from '#platform/schema.ts'
import { localize } from '#platform/texts.ts'

const { profile, address, contacts } = createStudentUser.takes.shape
const externalId = () => z.string().trim().min(1).max(100)

const Row = z.strictObject({
  /** The partner's id of the person, unique in the organization. */
  external_id: externalId(),
  /** The partner's id of this enrollment, unique in the organization. */
  enrollment_external_id: externalId().nullish(),
  profile,
  address,
  contacts,
})
type Row = z.output<typeof Row>

const mostRows = 200

const Result = z.object({
  external_id: z.string(),
  /** `exists`: the person takes the course, or the enrollment's id is known. */
  result: z.enum(['enrolled', 'exists', 'refused']),
  /** Whether the person was added. */
  created: z.boolean(),
  user_id: z.int().nullable(),
  student_course_id: z.int().nullable(),
  order_id: z.int().nullable(),
  /** Why it was refused. */
  code: z.string().nullable(),
  message: z.string().nullable(),
})
type Result = z.output<typeof Result>

/** Adds people and writes orders, so both permissions are required. */
const enroller = staff(['MANAGE_STUDENTS:CREATE', 'MANAGE_PAYMENTS:CREATE'], 'every')

export const enrollStudents = operation({
  call: 'POST /student/enrollMany',
  added: true,
  summary:
    'Enrolls many students on the invoice of the visited organization. Each row succeeds or fails on its own; resending a row changes nothing',
  may: enroller,
  takes: z.object({
    course_website_id: id(),
    /** Whether each student gets an email, with the link for a password and the way to the course. */
    notify: flag().default(false),
    rows: list(Row, mostRows).min(1),
  }),
  gives: z.object({ rows: z.array(Result) }),
  fails: [errors.notFound, checkoutErrors.notInvoiced],
  transaction: { own: 'each row commits by itself' },
  clients: 'enrollStudents',
  rate: { name: 'enroll-many', perMinute: 20, burst: 10 },
  largest: 1_048_576,
  async run(ctx, { course_website_id, notify, rows }) {
    const { organization_id } = ctx.organization
    requireVisited(ctx)
    await checkUploadTerms(ctx, organization_id, { ...termsOf(course_website_id), bill_students: false })
    const results: Result[] = []
    for (const row of rows) results.push(await enrollRow(ctx, { organization_id, course_website_id, notify }, row))
    return { rows: results }
  },
})

/** The organization pays by invoice: students never get a bill. */
const termsOf = (course_website_id: number) => ({
  course_website_id,
  lk_shipping_type_id: null,
  price: null,
  shipping_price: 0,
  paid: true,
})

type Terms = { organization_id: number; course_website_id: number; notify: boolean }

async function enrollRow(ctx: Ctx, terms: Terms, row: Row): Promise<Result> {
  try {
    return await ctx.tx((inner) => enroll(inner, terms, row))
  } catch (error) {
    // A rule of the product refused the row: that is its result.
    if (!(error instanceof Refusal)) throw error
    const { kind, issues } = error
    const message = issues[0]?.message ?? localize(ctx.locale, kind.text)
    return { ...noResult(row), result: 'refused', code: kind.code, message }
  }
}

const noResult = ({ external_id }: Row) => ({
  external_id,
  created: false,
  user_id: null,
  student_course_id: null,
  order_id: null,
  code: null,
  message: null,
})

async function enroll(ctx: Ctx, terms: Terms, row: Row): Promise<Result> {
  const { organization_id, course_website_id, notify } = terms
  const { user_id, created } = await personOf(ctx, terms, row)
  const known = await findKnown(ctx, terms, row, user_id)
  if (known !== null) return { ...noResult(row), result: 'exists', created, user_id, student_course_id: known }
  const { order_id } = await chargeUploaded(ctx, {
    ...termsOf(course_website_id),
    user_id,
    request_id: randomUUID(),
    emails: notify ? 'receipt' : 'none',
  })
  const student_course_id = await findTakenCourse(ctx, user_id, course_website_id)
  if (student_course_id !== null && row.enrollment_external_id) {
    const external = { organization_id, external_id: row.enrollment_external_id, student_course_id }
    if (!(await insertExternalEnrollment(ctx, external))) throw errors.conflict()
  }
  return { ...noResult(row), result: 'enrolled', created, user_id, student_course_id, order_id }
}

/** The enrollment that a row would double. Throws conflict for an enrollment's id that belongs to someone else. */
async function findKnown(ctx: Ctx, { organization_id, course_website_id }: Terms, row: Row, user_id: number) {
  if (row.enrollment_external_id) {
    const external = { organization_id, external_id: row.enrollment_external_id }
    const enrollment = await findExternalEnrollment(ctx, external)
    if (enrollment && enrollment.user_id !== user_id) throw errors.conflict()
    if (enrollment) return enrollment.student_course_id
  }
  return findTakenCourse(ctx, user_id, course_website_id)
}

/** The person of a row, by the partner's id or by the login id; otherwise a new one. */
async function personOf(ctx: Ctx, { organization_id }: Terms, row: Row) {
  const { external_id, profile, address, contacts } = row
  const known = await lockExternalPerson(ctx, { organization_id, external_id })
  if (known !== null) return { user_id: known, created: false }
  const loginid = profile.loginid || profile.email
  const owner = (await findLogins(ctx, [loginid])).get(loginid)
  const isOwn = owner?.organization_id === organization_id && owner.lk_user_role_id === roleId.Student
  const user_id = isOwn
    ? owner.user_id
    : // The receipt has the link for a first password, if there is one.
      (await createPerson(ctx, 'Student', { organization_id, profile, address, contacts }, { welcome: false })).user_id
  if (!(await insertExternalPerson(ctx, { organization_id, external_id, user_id }))) throw errors.conflict()
  return { user_id, created: !isOwn }
}
