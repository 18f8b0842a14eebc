import { auditChanges } from '#modules/catalogue/drafts/audit-course.ts'
import { author, courseIdFields, keyOf, writer } from '#modules/catalogue/drafts/course-key.ts'
import {
  lockWorkingVersion,
  openDraft,
  requireFresh,
  revisionOf,
  saveTab,
  selectWorkingVersion,
} from '#modules/catalogue/drafts/draft.sql.ts'
import { catalogueErrors } from '#modules/catalogue/errors.ts'
import { lk_shipping_type } from '#modules/catalogue/lookups.shared.ts'
import { authoredQuestion } from '#modules/catalogue/questions/authored-question.ts'
import { AuthoredQuestion, QuestionInput } from '#modules/catalogue/questions/question-input.schema.ts'
import { hasQuestionChanges, listQuestionsOf, saveQuestions } from '#modules/catalogue/questions/save-questions.sql.ts'
import { registrationDefaults } from '#modules/catalogue/versions/options.schema.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { toCents, toDollars } from '#platform/money.ts'
import { operation } from '#platform/operation.ts'
import { id, z } from '#platform/schema.ts'
import { holdAges, saveUpsells } from './bundle.sql.ts'
import { selectVersionRow } from './course.sql.ts'
import { overlay, RegistrationOptionsInput } from './options-input.schema.ts'

const listKey = { used_in: 'registration' as const }

const ShippingMethod = z.object({
  enabled: z.boolean(),
  label: z.string(),
  price: z.number(),
  course_shipping_method_id: z.int().nullable(),
  value: z.int(),
})
const Upsell = z.object({ course_id: z.int(), name: z.string() })

const Registration = z.object({
  error: z.literal(false),
  course_version_id: z.int(),
  revision: z.int(),
  questions: z.array(AuthoredQuestion),
  registrationOptions: z.record(z.string(), z.unknown()),
  disclaimer: z.string(),
  shippingMethods: z.array(ShippingMethod),
  courseUpsells: z.array(Upsell),
})

export const getRegistration = operation({
  call: 'POST /course/getRegistration',
  summary: 'The registration of a course: questions, disclaimer, delivery, options and recommended courses',
  may: author,
  takes: z.object({ course_version_id: id() }),
  gives: Registration,
  fails: [errors.notFound],
  changes: false,
  run: (ctx, { course_version_id }) => readRegistration(ctx, course_version_id),
})

async function readRegistration(ctx: Ctx, course_version_id: number) {
  const work = await selectWorkingVersion(ctx, { course_version_id })
  const [row, questions, shippingMethods, courseUpsells] = await Promise.all([
    selectVersionRow(ctx, work.course_version_id),
    listQuestionsOf(ctx, work.course_version_id, listKey),
    listShipping(ctx, work.course_version_id),
    listUpsells(ctx, work.course_version_id),
  ])
  return {
    error: false as const,
    course_version_id: work.course_version_id,
    revision: revisionOf(work, 'registration'),
    questions: questions.map(authoredQuestion),
    registrationOptions: overlay(registrationDefaults, row.course_registration_options),
    disclaimer: row.disclaimer,
    shippingMethods,
    courseUpsells,
  }
}

/** One method for each way of delivery, even if the course has no settings for it. */
async function listShipping({ sql, locale }: Ctx, course_version_id: number) {
  const rows = await sql<{ id: number; value: number; enabled: boolean; price_cents: number }>`
    select course_shipping_method_id as id, lk_shipping_type_id as value, enabled, price_cents
    from catalogue.course_shipping_method where course_version_id = ${course_version_id}`
  return Object.entries(lk_shipping_type).map(([type, label]) => {
    const row = rows.find(({ value }) => value === Number(type))
    return {
      enabled: row?.enabled ?? false,
      label: label[locale === 'es-es' ? 1 : 0],
      price: toDollars(row?.price_cents ?? 0),
      course_shipping_method_id: row?.id ?? null,
      value: Number(type),
    }
  })
}

const listUpsells = ({ sql }: Ctx, course_version_id: number): Promise<z.output<typeof Upsell>[]> => sql<
  z.output<typeof Upsell>
>`
  select u.course_id, coalesce(v.name, c.slug) as name
  from catalogue.course_upsell u
  join catalogue.course c on c.course_id = u.course_id
  left join catalogue.course_version v on v.course_version_id = c.published_version_id
  where u.course_version_id = ${course_version_id} order by u.position`

const CourseRef = z.strictObject({ ...courseIdFields })

export const updateRegistration = operation({
  call: 'POST /course/updateRegistration',
  summary: 'Saves the registration of a course in its draft',
  may: writer,
  takes: z.object({
    course: CourseRef,
    revision: z.int().optional(),
    questions: z.array(QuestionInput).max(200).optional(),
    questionsToDelete: z.array(z.int()).max(200).default([]),
    disclaimer: z.string().max(50_000).optional(),
    shippingMethods: z
      .array(
        z.strictObject({
          enabled: z.boolean(),
          label: z.string().max(200).optional(),
          price: z.number().min(0).max(10_000),
          course_shipping_method_id: z.int().nullish(),
          value: z.int().min(1).max(4),
        }),
      )
      .max(4)
      .optional(),
    registrationOptions: RegistrationOptionsInput.optional(),
    courseUpsells: z
      .array(z.strictObject({ course_id: id(), name: z.string().max(300).optional() }))
      .max(50)
      .optional(),
  }),
  gives: Registration.extend({ status: z.enum(['saved', 'no-change']) }),
  fails: [errors.notFound, catalogueErrors.changedMeanwhile, catalogueErrors.bundleAges],
  async run(ctx, { course, revision, ...sent }) {
    const work = await lockWorkingVersion(ctx, keyOf(course))
    const current = await readRegistration(ctx, work.course_version_id)
    const before = settingsOf(current)
    const after = {
      disclaimer: sent.disclaimer ?? before.disclaimer,
      registrationOptions: overlay(before.registrationOptions, sent.registrationOptions ?? {}),
      shippingMethods: before.shippingMethods.map((method) => {
        const shippingMethod = sent.shippingMethods?.find(({ value }) => value === method.value)
        return shippingMethod
          ? { value: shippingMethod.value, enabled: shippingMethod.enabled, price: shippingMethod.price }
          : method
      }),
      courseUpsells: sent.courseUpsells?.map(({ course_id }) => course_id) ?? before.courseUpsells,
    }
    const existing = await listQuestionsOf(ctx, work.course_version_id, listKey)
    const questionsChanged = hasQuestionChanges(existing, sent.questions ?? [], sent.questionsToDelete)
    if (!questionsChanged && JSON.stringify(before) === JSON.stringify(after))
      return { ...current, status: 'no-change' as const }
    requireFresh(work, 'registration', revision)
    const draft = await openDraft(ctx, work)
    const { sql } = ctx
    await holdAges(() =>
      saveTab(ctx, draft, 'registration', {
        disclaimer: after.disclaimer,
        course_registration_options: sql.json(after.registrationOptions),
      }),
    )
    for (const { value, enabled, price } of after.shippingMethods) {
      await sql`
        insert into catalogue.course_shipping_method (course_version_id, lk_shipping_type_id, enabled, price_cents)
        values (${draft}, ${value}, ${enabled}, ${toCents(price)})
        on conflict (course_version_id, lk_shipping_type_id)
        do update set enabled = excluded.enabled, price_cents = excluded.price_cents`
    }
    await saveUpsells(ctx, work, draft, after.courseUpsells)
    if (questionsChanged) await saveQuestions(ctx, draft, listKey, sent.questions ?? [], sent.questionsToDelete)
    const savedRegistration = await readRegistration(ctx, draft)
    await auditChanges(ctx, 'course.registration', work.course_id, [
      { ...before, questions: current.questions.length },
      { ...after, questions: savedRegistration.questions.length },
    ])
    return { ...savedRegistration, status: 'saved' as const }
  },
})

const settingsOf = ({
  disclaimer,
  registrationOptions,
  shippingMethods,
  courseUpsells,
}: Awaited<ReturnType<typeof readRegistration>>) => ({
  disclaimer,
  registrationOptions,
  shippingMethods: shippingMethods.map(({ value, enabled, price }) => ({ value, enabled, price })),
  courseUpsells: courseUpsells.map(({ course_id }) => course_id),
})
