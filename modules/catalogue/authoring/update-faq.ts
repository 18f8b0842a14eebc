import { auditCourse } from '#modules/catalogue/drafts/audit-course.ts'
import { courseIdFields, keyOf, writer } from '#modules/catalogue/drafts/course-key.ts'
import {
  lockWorkingVersion,
  openDraft,
  requireFresh,
  revisionOf,
  saveTab,
  selectWorkingVersion,
} from '#modules/catalogue/drafts/draft.sql.ts'
import { catalogueErrors } from '#modules/catalogue/errors.ts'
import { listFaqs } from '#modules/catalogue/faqs/faq.sql.ts'
import { FaqRow } from '#modules/catalogue/faqs/fetch-faqs.ts'
import { reserveIds } from '#modules/catalogue/questions/save-questions.sql.ts'
import { composed } from '#platform/composed.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { flag, z } from '#platform/schema.ts'

const FaqInput = z.strictObject({
  faq_id: z.int().nullish(),
  title: z.string().max(500).default('New Question'),
  body: z.string().max(20_000).default(''),
  post_completion_ind: flag().default(false),
  lk_student_course_status_id: z.int().nullish(),
  index: z.int().optional(),
  faq_ind: z.union([z.literal(0), z.literal(1)]).optional(),
})

export const updateFaq = operation({
  call: 'POST /course/updateFaq',
  summary: 'Saves the FAQs of a course in its draft, in the order sent: those before completion and those after it',
  may: writer,
  takes: z.object({
    course: z.strictObject(courseIdFields),
    revision: z.int().optional(),
    faqs: z.array(FaqInput).max(200),
    faqsToDelete: z.array(z.int()).max(200).default([]),
  }),
  gives: z.object({
    error: z.literal(false),
    status: z.enum(['saved', 'no-change']),
    course_version_id: z.int(),
    revision: z.int(),
    questions: z.array(FaqRow),
  }),
  fails: [errors.notFound, catalogueErrors.changedMeanwhile],
  async run(ctx, { course, revision, faqs, faqsToDelete }) {
    const work = await lockWorkingVersion(ctx, keyOf(course))
    const storedFaqs = await listAll(ctx, work.course_version_id)
    const faqById = new Map(storedFaqs.map((faq) => [faq.faq_id, faq]))
    const keptFaqs = faqs.filter(({ faq_id }) => !faq_id || !faqsToDelete.includes(faq_id))
    const isNew = (faq_id: number | null | undefined) => !faq_id || faq_id < 1
    if (keptFaqs.some(({ faq_id }) => !isNew(faq_id) && !faqById.has(faq_id!))) {
      // A question that another author has deleted counts as a newer save.
      requireFresh(work, 'faq', revision)
      throw errors.notFound()
    }
    const newIds = await reserveIds(ctx, keptFaqs.filter(({ faq_id }) => isNew(faq_id)).length)
    const positions = [0, 0]
    const rows = keptFaqs.map(({ faq_id, title, body, post_completion_ind }) => ({
      faq_id: isNew(faq_id) ? newIds.shift()! : faq_id!,
      title: composed(title).trim(),
      body: composed(body),
      post_completion_ind,
      position: positions[Number(post_completion_ind)]!++,
    }))
    const omittedFaqs = storedFaqs.filter(
      ({ faq_id }) => !faqsToDelete.includes(faq_id) && !rows.some((row) => row.faq_id === faq_id),
    )
    const before = storedFaqs.map(({ faq_id, title, body, post_completion_ind, index }) =>
      JSON.stringify([faq_id, title, body, post_completion_ind, index]),
    )
    const after = rows.map((row) =>
      JSON.stringify([row.faq_id, row.title, row.body, Number(row.post_completion_ind), row.position]),
    )
    const isSame = faqsToDelete.every((faq_id) => !faqById.has(faq_id)) && after.every((row) => before.includes(row))
    const version = isSame ? work.course_version_id : await write()
    const now = await selectWorkingVersion(ctx, { course_id: work.course_id })
    return {
      error: false as const,
      status: isSame ? ('no-change' as const) : ('saved' as const),
      course_version_id: version,
      revision: revisionOf(now, 'faq'),
      questions: await listAll(ctx, version),
    }

    async function write(): Promise<number> {
      requireFresh(work, 'faq', revision)
      const draft = await openDraft(ctx, work)
      const { sql } = ctx
      await sql`
        delete from catalogue.faq
        where course_version_id = ${draft} and faq_id <> all(${sql.array(omittedFaqs.map(({ faq_id }) => faq_id))}::int[])`
      if (rows.length > 0) {
        await sql`insert into catalogue.faq ${sql(rows.map((row) => ({ course_version_id: draft, ...row })))}`
      }
      await saveTab(ctx, draft, 'faq')
      await auditCourse(ctx, 'course.faq', work.course_id, {
        before: { faqs: storedFaqs.map(({ title, body }) => ({ title, body })) },
        after: { faqs: rows.map(({ title, body }) => ({ title, body })) },
      })
      return draft
    }
  },
})

async function listAll(ctx: Ctx, course_version_id: number) {
  const before = await listFaqs(ctx, course_version_id, { post_completion_ind: false })
  return [...before, ...(await listFaqs(ctx, course_version_id, { post_completion_ind: true }))]
}
