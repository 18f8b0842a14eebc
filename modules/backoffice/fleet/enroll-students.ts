import { randomUUID } from 'node:crypto'
import { chargeUploaded, checkoutErrors, findExternalOrder, requireValidTerms } from '#modules/checkout/index.ts'
import {
  asGuess,
  createPerson,
  createStudentUser,
  findLogins,
  insertExternalPerson,
  lockExternalPerson,
  roleId,
} from '#modules/identity/index.ts'
import {
  assignEnrollment,
  dueOn,
  findCurrentCourse,
  findExternalEnrollment,
  groupName,
  insertExternalEnrollment,
  LicenseClass,
  LicenseNumber,
  LicenseState,
  licenseWarning,
  lockStudentCourse,
  saveUploadedLicense,
} from '#modules/learning/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors, Refusal } from '#platform/errors.ts'
import { operation, type WrongRow } from '#platform/operation.ts'
import { holds, ofVisited, staff } from '#platform/permissions.ts'
import { flag, id, list, z } from '#platform/schema.ts'
import { stateIdOf } from '#platform/states.ts'
import { isTest } from '#platform/test-organization.ts'
import { localize } from '#platform/texts.ts'

const { profile, address, contacts } = createStudentUser.takes.shape
const externalId = () => z.string().trim().min(1).max(100)

const Row = z.strictObject({
  /** The partner's id of the person, unique in the organization. */
  external_id: externalId(),
  /** The partner's id of this enrollment, unique in the organization. */
  enrollment_external_id: externalId().nullish(),
  /** The partner's id of the order that the enrollment makes, unique in the organization that sells. */
  order_external_id: externalId().nullish(),
  /** For the enrollment, also one that exists; absent values stay as they are. */
  group: groupName(),
  due_on: dueOn(),
  /**
   * The person's driver license, also for a person who exists if the key may update students; absent values stay as
   * they are.
   */
  license_number: LicenseNumber.nullish(),
  license_state: LicenseState.nullish(),
  license_class: LicenseClass.nullish(),
  profile,
  address,
  contacts,
})
type Row = z.output<typeof Row>

const maxRows = 200

const Result = z.object({
  external_id: z.string(),
  /** `exists`: the person already takes the course, or the id of the enrollment is already in use. */
  result: z.enum(['enrolled', 'exists', 'refused']),
  /** Whether the person was added. */
  created: z.boolean(),
  user_id: z.int().nullable(),
  student_course_id: z.int().nullable(),
  order_id: z.int().nullable(),
  /** The reason for a refusal. */
  code: z.string().nullable(),
  message: z.string().nullable(),
  /** The wrong fields of a row that was refused with `INVALID`. */
  issues: z.array(z.object({ path: z.string(), message: z.string() })),
  /** The question whether an unusual license number is right; null for most. It is stored as it is. */
  warning: z.string().nullable(),
})
type Result = z.output<typeof Result>

/** Adds people and writes orders, so both permissions are required. */
const enroller = ofVisited(staff(['MANAGE_STUDENTS:CREATE', 'MANAGE_PAYMENTS:CREATE'], 'every'))

export const enrollStudents = operation({
  call: 'POST /student/enrollMany',
  added: true,
  summary:
    'Enrolls many students on the invoice of the visited organization. Each row succeeds or fails on its own; resending a row changes nothing',
  may: enroller,
  takes: z.object({
    course_website_id: id(),
    /** Whether each student gets an email with a link for a password and to the course. */
    notify: flag().default(false),
    rows: list(Row, maxRows).min(1),
  }),
  rows: 'rows',
  gives: z.object({ rows: z.array(Result) }),
  fails: [errors.notFound, checkoutErrors.notInvoiced],
  transaction: { own: 'each row commits by itself' },
  clients: 'enrollStudents',
  rate: { name: 'enroll-many', perMinute: 20, burst: 10 },
  max_body: 1_048_576,
  audit: ({ course_website_id }, { rows }) => ({
    action: 'student.enrollMany',
    subject: `course_website_id:${course_website_id}`,
    after: countResults(rows),
  }),
  async run(ctx, { course_website_id, notify, rows }, wrongRows) {
    const { organization_id } = ctx.organization
    await requireValidTerms(ctx, organization_id, { ...termsOf(course_website_id), bill_students: false })
    const results: Result[] = []
    for (const row of rows) results.push(await enrollRow(ctx, { organization_id, course_website_id, notify }, row))
    // In the order of their places, so that each result stands where its row was sent.
    for (const row of wrongRows) results.splice(row.index, 0, refusalOf(ctx, row))
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

/** The partner's ids are left out, because they may be names. */
function countResults(rows: readonly Result[]) {
  const refusals: Record<string, number> = {}
  for (const { code } of rows) if (code !== null) refusals[code] = (refusals[code] ?? 0) + 1
  const countOf = (result: Result['result']) => rows.filter((row) => row.result === result).length
  return { enrolled: countOf('enrolled'), exists: countOf('exists'), refused: countOf('refused'), refusals }
}

async function enrollRow(ctx: Ctx, terms: Terms, row: Row): Promise<Result> {
  try {
    const existing = await ctx.tx((inner) => enrollKnown(inner, terms, row))
    if (existing) return existing
    // The count survives the rollback of the row's transaction.
    return await asGuess(ctx, (onReveal) => ctx.tx((inner) => enrollUnknown(inner, terms, row, onReveal)))
  } catch (error) {
    // A rule of the product refused the row: that is its result.
    if (!(error instanceof Refusal)) throw error
    const { kind, issues } = error
    const message = issues[0]?.message ?? localize(ctx.locale, kind.text, error.params)
    return { ...noResult(row), result: 'refused', code: kind.code, message, issues: [...issues] }
  }
}

/** The result of a row that its schema refused. Its id is the sent text, so that a program finds its row again. */
function refusalOf({ locale }: Ctx, { entry, issues }: WrongRow): Result {
  const sentBody = typeof entry === 'object' && entry !== null && 'external_id' in entry ? entry.external_id : ''
  const external_id = typeof sentBody === 'string' ? sentBody.slice(0, 100) : ''
  const message = issues[0]?.message ?? localize(locale, errors.invalid.text)
  return { ...noResult({ external_id }), result: 'refused', code: errors.invalid.code, message, issues }
}

const noResult = ({ external_id }: Pick<Row, 'external_id'>) => ({
  external_id,
  created: false,
  user_id: null,
  student_course_id: null,
  order_id: null,
  code: null,
  message: null,
  issues: [],
  warning: null,
})

/** The row of a person with this partner's id; null if there is none. */
async function enrollKnown(ctx: Ctx, terms: Terms, row: Row): Promise<Result | null> {
  const { organization_id } = terms
  const user_id = await lockExternalPerson(ctx, { organization_id, external_id: row.external_id })
  return user_id === null ? null : enroll(ctx, terms, row, { user_id, created: false })
}

/** The partner's ids are checked first, so that a refused row reveals nothing about its login id. */
async function enrollUnknown(ctx: Ctx, terms: Terms, row: Row, onReveal: () => void): Promise<Result> {
  // Another request may just have added the person.
  const enrolled = await enrollKnown(ctx, terms, row)
  if (enrolled) return enrolled
  if (await findByExternalId(ctx, terms, row)) throw errors.conflict()
  return enroll(ctx, terms, row, await personOf(ctx, terms, row, onReveal))
}

async function enroll(ctx: Ctx, terms: Terms, row: Row, person: RowPerson): Promise<Result> {
  const { user_id, created } = person
  const student = await findKnown(ctx, terms, row, user_id)
  const warning = await saveRowLicense(ctx, row, person)
  if (student !== null) {
    await linkEnrollment(ctx, terms, row, student)
    await assign(ctx, row, student)
    return { ...noResult(row), result: 'exists', created, user_id, student_course_id: student, warning }
  }
  const { order_id } = await chargeUploaded(ctx, {
    ...termsOf(terms.course_website_id),
    user_id,
    request_id: randomUUID(),
    external_id: row.order_external_id,
    quiet: !terms.notify,
  })
  const student_course_id = await findCurrentCourse(ctx, user_id, terms.course_website_id)
  if (student_course_id !== null) {
    await linkEnrollment(ctx, terms, row, student_course_id)
    await assign(ctx, row, student_course_id)
  }
  return { ...noResult(row), result: 'enrolled', created, user_id, student_course_id, order_id, warning }
}

/** Saves the row's license. Returns the question about an unusual number. */
async function saveRowLicense(
  ctx: Ctx,
  { license_number = null, license_state = null, license_class = null }: Row,
  { user_id, created }: RowPerson,
): Promise<string | null> {
  // Keys that may only add students don't correct existing ones.
  if (!created && !holds(ctx.actor, 'MANAGE_STUDENTS:UPDATE')) return null
  const lk_state_id = license_state === null ? null : stateIdOf(license_state)
  await saveUploadedLicense(ctx, user_id, { license_number, lk_state_id, license_class })
  return license_number && licenseWarning(ctx.locale, license_state ?? '', license_number)
}

/**
 * The existing enrollment that a row would duplicate: one with a partner's id of the row, even if it is over. Throws
 * conflict if an id belongs to someone else's enrollment or order, or to another course.
 */
async function findKnown(ctx: Ctx, terms: Terms, row: Row, user_id: number): Promise<number | null> {
  const enrollment = await findByExternalId(ctx, terms, row)
  const order = row.order_external_id
    ? await findExternalOrder(ctx, row.order_external_id, terms.course_website_id)
    : null
  if (order && (order.user_id !== user_id || order.student_course_id === null)) throw errors.conflict()
  if (!enrollment) return order?.student_course_id ?? findCurrentCourse(ctx, user_id, terms.course_website_id)
  if (enrollment.user_id !== user_id || !enrollment.same_course) throw errors.conflict()
  return enrollment.student_course_id
}

async function findByExternalId(ctx: Ctx, { organization_id, course_website_id }: Terms, row: Row) {
  const { enrollment_external_id: external_id } = row
  return external_id ? findExternalEnrollment(ctx, { organization_id, external_id }, course_website_id) : null
}

/** Throws conflict for an enrollment that already has another id. */
async function linkEnrollment(
  ctx: Ctx,
  { organization_id }: Terms,
  row: Row,
  student_course_id: number,
): Promise<void> {
  const { enrollment_external_id: external_id } = row
  if (!external_id) return
  if (!(await insertExternalEnrollment(ctx, { organization_id, external_id, student_course_id })))
    throw errors.conflict()
}

async function assign(ctx: Ctx, { group, due_on }: Row, student_course_id: number): Promise<void> {
  if (group === undefined && due_on === undefined) return
  await assignEnrollment(ctx, await lockStudentCourse(ctx, student_course_id), { group, due_on })
}

type RowPerson = { user_id: number; created: boolean }

/**
 * Finds the person of a row by login id, or adds a new one. After `onReveal`, a refusal may show that the login id is
 * taken in some organization.
 */
async function personOf(ctx: Ctx, { organization_id }: Terms, row: Row, onReveal: () => void): Promise<RowPerson> {
  const { external_id, profile, address, contacts } = row
  const loginid = profile.loginid || profile.email
  const owner = (await findLogins(ctx, [loginid])).get(loginid)
  const isOwn = owner?.organization_id === organization_id && owner.lk_user_role_id === roleId.Student
  // Login ids of a sandbox are its own, so a refusal shows nothing about real ones.
  if (!isOwn && !isTest(ctx.organization)) onReveal()
  const user_id = isOwn
    ? owner.user_id
    : // The receipt contains the link for a first password, if there is one.
      (await createPerson(ctx, 'Student', { organization_id, profile, address, contacts }, { welcome: false })).user_id
  if (!(await insertExternalPerson(ctx, { organization_id, external_id, user_id }))) throw errors.conflict()
  return { user_id, created: !isOwn }
}
