import { auditCourse } from '#modules/catalogue/drafts/audit-course.ts'
import { author, courseIdFields, keyOf, writer } from '#modules/catalogue/drafts/course-key.ts'
import {
  lockWorkingVersion,
  openDraft,
  requireFresh,
  revisionOf,
  saveTab,
  selectWorkingVersion,
  type WorkingVersion,
} from '#modules/catalogue/drafts/draft.sql.ts'
import { catalogueErrors } from '#modules/catalogue/errors.ts'
import { likePattern, readNameFilter } from '#modules/catalogue/name-filter.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { count, flag, id, requiredText, z } from '#platform/schema.ts'
import { authoredQuestion } from './authored-question.ts'
import type { Question } from './question.schema.ts'
import { listQuestions } from './question.sql.ts'
import { bankTexts } from './question-banks.texts.ts'
import { AuthoredQuestion, QuestionInput } from './question-input.schema.ts'
import { hasQuestionChanges, listQuestionsOf, reserveIds, saveQuestions } from './save-questions.sql.ts'

const maxBanks = 100

const Bank = z.object({
  course_question_bank_id: z.int(),
  name: z.string(),
  /** The number of its questions by type. */
  count: z.int(),
  counts: z.record(z.string(), z.int()),
})
const bankListFields = {
  error: z.literal(false),
  course_id: z.int(),
  course_version_id: z.int(),
  revision: z.int(),
  banks: z.array(Bank),
}

export const fetchQuestionBanks = operation({
  call: 'POST /course/fetchCourseQuestionBanks',
  summary: 'The question banks of a course with the number of their questions',
  may: author,
  takes: z.object({ course_version_id: id() }),
  gives: z.object(bankListFields),
  fails: [errors.notFound],
  changes: false,
  run: async (ctx, key) => readBanks(ctx, await selectWorkingVersion(ctx, key)),
})

async function readBanks(ctx: Ctx, work: WorkingVersion) {
  const banks = await ctx.sql<z.output<typeof Bank>>`
    select b.course_question_bank_id, b.name, coalesce(sum(n.count), 0)::int as count,
           coalesce(jsonb_object_agg(n.lk_question_type_id, n.count) filter (where n.count is not null), '{}') as counts
    from catalogue.course_question_bank b
    left join lateral (
      select q.lk_question_type_id, count(*)::int as count from catalogue.question q
      where q.course_version_id = b.course_version_id and q.course_question_bank_id = b.course_question_bank_id
      group by 1
    ) n on true
    where b.course_version_id = ${work.course_version_id}
    group by 1, 2 order by lower(b.name), 1`
  return {
    error: false as const,
    course_id: work.course_id,
    course_version_id: work.course_version_id,
    revision: revisionOf(work, 'questionBanks'),
    banks,
  }
}

const name = () => requiredText(bankTexts.nameMissing)

export const createQuestionBank = operation({
  call: 'POST /course/createCourseQuestionBank',
  summary: 'Adds an empty question bank to the draft of a course',
  may: writer,
  takes: z.object({ ...courseIdFields, name: name() }),
  gives: z.object({ ...bankListFields, course_question_bank_id: z.int() }),
  fails: [errors.notFound, catalogueErrors.tooManyBanks],
  async run(ctx, { name, ...key }) {
    const work = await lockWorkingVersion(ctx, keyOf(key))
    if ((await readBanks(ctx, work)).banks.length >= maxBanks) throw catalogueErrors.tooManyBanks({ most: maxBanks })
    const draft = await openDraft(ctx, work)
    const [course_question_bank_id] = (await reserveIds(ctx, 1)) as [number]
    const row = { course_version_id: draft, course_question_bank_id, name }
    await ctx.sql`insert into catalogue.course_question_bank ${ctx.sql(row)}`
    await saveTab(ctx, draft, 'questionBanks')
    await auditCourse(ctx, 'course.questionBank', work.course_id, { after: { name } })
    const now = await selectWorkingVersion(ctx, { course_id: work.course_id })
    return { ...(await readBanks(ctx, now)), course_question_bank_id }
  },
})

export const saveQuestionBank = operation({
  call: 'POST /course/saveCourseQuestionBank',
  summary: 'Saves the name and the questions of a question bank in the draft of a course',
  may: writer,
  takes: z.object({
    ...courseIdFields,
    course_question_bank_id: id(),
    revision: z.int().optional(),
    name: name().optional(),
    questions: z.array(QuestionInput).max(500).optional(),
    questionsToDelete: z.array(z.int()).max(500).default([]),
  }),
  gives: z.object({ ...bankListFields, status: z.enum(['saved', 'no-change']), questions: z.array(AuthoredQuestion) }),
  fails: [errors.notFound, catalogueErrors.changedMeanwhile],
  async run(ctx, { course_question_bank_id, revision, name, questions, questionsToDelete, ...key }) {
    const work = await lockWorkingVersion(ctx, keyOf(key))
    const listKey = { used_in: 'bank' as const, course_question_bank_id }
    const bank = await selectBank(ctx, work, course_question_bank_id)
    const storedQuestions = await listQuestionsOf(ctx, work.course_version_id, listKey)
    const renamed = name !== undefined && name !== bank.name
    const questionsChanged = hasQuestionChanges(storedQuestions, questions ?? [], questionsToDelete)
    const hasChanges = renamed || questionsChanged
    if (hasChanges) {
      requireFresh(work, 'questionBanks', revision)
      const draft = await openDraft(ctx, work)
      if (renamed) {
        await ctx.sql`
          update catalogue.course_question_bank set name = ${name}
          where course_version_id = ${draft} and course_question_bank_id = ${course_question_bank_id}`
      }
      if (questionsChanged) await saveQuestions(ctx, draft, listKey, questions ?? [], questionsToDelete)
      await saveTab(ctx, draft, 'questionBanks')
      await auditCourse(ctx, 'course.questionBank', work.course_id, {
        before: { name: bank.name, questions: storedQuestions.length },
        after: { name: name ?? bank.name, sent: questions?.length ?? 0, deleted: questionsToDelete.length },
      })
    }
    const now = await selectWorkingVersion(ctx, { course_id: work.course_id })
    return {
      ...(await readBanks(ctx, now)),
      status: hasChanges ? ('saved' as const) : ('no-change' as const),
      questions: (await listQuestionsOf(ctx, now.course_version_id, listKey)).map(authoredQuestion),
    }
  },
})

export const removeQuestionBank = operation({
  call: 'POST /course/removeCourseQuestionBank',
  summary: 'Removes a question bank with its questions from the draft of a course',
  may: writer,
  takes: z.object({ course_id: id(), course_question_bank_id: id(), revision: z.int().optional() }),
  gives: z.object(bankListFields),
  fails: [errors.notFound, catalogueErrors.changedMeanwhile],
  added: true,
  async run(ctx, { course_id, course_question_bank_id, revision }) {
    const work = await lockWorkingVersion(ctx, { course_id })
    const bank = await selectBank(ctx, work, course_question_bank_id)
    requireFresh(work, 'questionBanks', revision)
    const draft = await openDraft(ctx, work)
    await ctx.sql`
      delete from catalogue.course_question_bank
      where course_version_id = ${draft} and course_question_bank_id = ${course_question_bank_id}`
    await saveTab(ctx, draft, 'questionBanks')
    await auditCourse(ctx, 'course.questionBank', course_id, { before: { name: bank.name }, after: null })
    return readBanks(ctx, await selectWorkingVersion(ctx, { course_id }))
  },
})

async function selectBank({ sql }: Ctx, { course_version_id }: WorkingVersion, course_question_bank_id: number) {
  const [bank] = await sql<{ name: string }>`
    select name from catalogue.course_question_bank
    where course_version_id = ${course_version_id} and course_question_bank_id = ${course_question_bank_id}`
  if (!bank) throw errors.notFound()
  return bank
}

/**
 * The names of the quizzes and exams of a version that draw questions from a bank, and of the lessons that ask them.
 */
async function listBankUses({ sql }: Ctx, { course_version_id }: WorkingVersion, course_question_bank_id: number) {
  // A card in a lesson references its bank, or only questions of it.
  const rows = await sql<{ name: string }>`
    select name from catalogue.component
    where course_version_id = ${course_version_id}
      and (data -> 'questionPools' @> ${sql.json([{ course_question_bank_id }])}
        or exists (
          select from jsonb_path_query(data, '$.** ? (@.component == "inline-quiz")') card
          where card -> 'course_question_bank_id' = to_jsonb(${course_question_bank_id}::int)
            or exists (
              select from catalogue.question q
              where q.course_version_id = ${course_version_id}
                and q.course_question_bank_id = ${course_question_bank_id}
                and card -> 'questions' @> to_jsonb(q.question_id))))
    order by position, component_id`
  return rows.map(({ name }) => name)
}

const pageSize = 10

export const loadQuestionBank = operation({
  call: 'POST /course/loadCourseQuestionBank',
  summary: 'A page of the questions of a bank, by part of their text and by type',
  may: author,
  takes: z.object({
    course_question_bank_id: id(),
    page: count(1, 10_000).default(1),
    limit: count(1, 500).default(pageSize),
    search: z.string().max(200).default(''),
    lk_question_type_id: z.union([id(), z.literal('all')]).default('all'),
    fetch_type_counts: flag().default(false),
  }),
  gives: z.object({
    error: z.literal(false),
    course_id: z.int(),
    course_version_id: z.int(),
    revision: z.int(),
    name: z.string(),
    /** The names of the quizzes, exams and lessons with questions from it, in the order of the course. */
    used_in: z.array(z.string()),
    questions: z.array(AuthoredQuestion),
    count: z.int(),
    totalPages: z.int(),
    typeCounts: z.record(z.string(), z.int()).optional(),
  }),
  fails: [errors.notFound],
  changes: false,
  async run(ctx, { course_question_bank_id, page, limit, search, lk_question_type_id, fetch_type_counts }) {
    const { sql } = ctx
    const work = await selectVersionOfBank(ctx, course_question_bank_id)
    const bank = await selectBank(ctx, work, course_question_bank_id)
    const nameFilter = readNameFilter(search)
    const conditions = sql`
      where course_version_id = ${work.course_version_id} and course_question_bank_id = ${course_question_bank_id}
        ${lk_question_type_id === 'all' ? sql`` : sql`and lk_question_type_id = ${lk_question_type_id}`}
        ${nameFilter ? sql`and platform.search_form(title) like ${likePattern(nameFilter)}` : sql``}`
    const [total] = await sql<{ count: number }>`select count(*)::int as count from catalogue.question ${conditions}`
    const rows = await sql<{ question_id: number }>`
      select question_id from catalogue.question ${conditions}
      order by position, question_id limit ${limit} offset ${(page - 1) * limit}`
    const allQuestions = await listQuestions(ctx, work.course_version_id, {
      course_question_bank_ids: [course_question_bank_id],
    })
    const byId = new Map(allQuestions.map((question) => [question.question_id, question]))
    return {
      error: false as const,
      course_id: work.course_id,
      course_version_id: work.course_version_id,
      revision: revisionOf(work, 'questionBanks'),
      name: bank.name,
      used_in: await listBankUses(ctx, work, course_question_bank_id),
      questions: rows.map(({ question_id }) => authoredQuestion(byId.get(question_id)!)),
      count: total!.count,
      totalPages: Math.max(1, Math.ceil(total!.count / limit)),
      ...(fetch_type_counts ? { typeCounts: countTypes(allQuestions) } : {}),
    }
  },
})

const countTypes = (questions: readonly Question[]): Record<string, number> =>
  Object.fromEntries([
    ['all', questions.length],
    ...[...Map.groupBy(questions, (question) => question.lk_question_type_id)].map(([type, of]): [string, number] => [
      String(type),
      of.length,
    ]),
  ])

async function selectVersionOfBank(ctx: Ctx, course_question_bank_id: number): Promise<WorkingVersion> {
  const [row] = await ctx.sql<{ course_id: number }>`
    select v.course_id from catalogue.course_question_bank b
    join catalogue.course_version v using (course_version_id)
    where b.course_question_bank_id = ${course_question_bank_id}
      and v.organization_id = any(${ctx.sql.array(ctx.organization.scope)})
    limit 1`
  if (!row) throw errors.notFound()
  return selectWorkingVersion(ctx, row)
}
