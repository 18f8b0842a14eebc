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
import { newData } from '#modules/catalogue/outline/component-data.ts'
import { ComponentInput } from '#modules/catalogue/outline/outline.schema.ts'
import { planComponent, writeData } from '#modules/catalogue/outline/save-outline.ts'
import { authoredQuestion } from '#modules/catalogue/questions/authored-question.ts'
import { AuthoredQuestion } from '#modules/catalogue/questions/question-input.schema.ts'
import { listQuestionsOf, reserveIds } from '#modules/catalogue/questions/save-questions.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { id, z } from '#platform/schema.ts'

const FinalExam = z.object({
  component_id: z.int(),
  name: z.string(),
  type: z.literal('Quiz'),
  final_ind: z.literal(1),
  order: z.int(),
  lk_component_type_id: z.literal(3),
  timer: z.object({ active: z.boolean(), seconds: z.int() }),
  data: z.looseObject({ quiz_id: z.int(), questions: z.array(AuthoredQuestion) }),
})
const gives = z.object({
  error: z.literal(false),
  course_version_id: z.int(),
  revision: z.int(),
  /** null if the course has no final exam. */
  component: FinalExam.nullable(),
})

export const getFinalExam = operation({
  call: 'GET /course/getFinalExam',
  summary: 'The final exam of a course with its settings, questions and pools',
  may: author,
  takes: z.object({ course_version_id: id() }),
  gives,
  fails: [errors.notFound],
  run: async (ctx, key) => readExam(ctx, await selectWorkingVersion(ctx, key)),
})

export const updateFinalExam = operation({
  call: 'POST /course/updateFinalexam',
  summary: 'Saves the final exam of a course in its draft; adds one where there is none, and removes it for null',
  may: writer,
  takes: z.object({
    course: z.strictObject(courseIdFields),
    revision: z.int().optional(),
    component: ComponentInput.nullable(),
  }),
  gives: gives.extend({ status: z.enum(['saved', 'no-change']) }),
  fails: [errors.notFound, catalogueErrors.changedMeanwhile],
  async run(ctx, { course, revision, component }) {
    const work = await lockWorkingVersion(ctx, keyOf(course))
    const exam = await findExam(ctx, work)
    if (component && component.type !== 'Quiz') throw errors.invalid()
    if (!component && !exam) return { ...(await readExam(ctx, work)), status: 'no-change' as const }
    const plan = component && exam ? await planExam(ctx, work, exam, component) : null
    const isSame = plan !== null && !plan.changed && component!.name === exam!.name
    if (isSame) return { ...(await readExam(ctx, work)), status: 'no-change' as const }
    requireFresh(work, 'finalexam', revision)
    const draft = await openDraft(ctx, work)
    if (!component) await removeExam(ctx, draft, exam!)
    else await writeExam(ctx, draft, exam ?? (await addExam(ctx, draft, component)), component)
    await saveTab(ctx, draft, 'finalexam')
    const now = await selectWorkingVersion(ctx, { course_id: work.course_id })
    const savedExam = await readExam(ctx, now)
    await auditCourse(ctx, 'course.finalexam', work.course_id, {
      before: exam && { name: exam.name, configuration: exam.data.configuration },
      after: savedExam.component && {
        name: savedExam.component.name,
        configuration: savedExam.component.data.configuration,
      },
    })
    return { ...savedExam, status: 'saved' as const }
  },
})

type StoredExam = { component_id: number; name: string; data: Record<string, unknown> }
type SentExam = z.output<typeof ComponentInput>

const planExam = (ctx: Ctx, work: WorkingVersion, { component_id, data }: StoredExam, body: SentExam) =>
  body.data ? planComponent(ctx, work.course_version_id, component_id, data, body) : Promise.resolve({ changed: false })

async function writeExam(
  ctx: Ctx,
  draft: number,
  { component_id, data }: StoredExam,
  component: SentExam,
): Promise<void> {
  const name = component.name || 'Final Exam'
  await ctx.sql`
    update catalogue.component set name = ${name}
    where course_version_id = ${draft} and component_id = ${component_id} and name <> ${name}`
  if (component.data) await writeData(ctx, draft, await planComponent(ctx, draft, component_id, data, component))
}

async function addExam(ctx: Ctx, draft: number, { name }: SentExam): Promise<StoredExam> {
  const { sql } = ctx
  const [component_id, quiz_id] = (await reserveIds(ctx, 2)) as [number, number]
  const data = newData('Quiz', quiz_id)
  await sql`
    insert into catalogue.component (course_version_id, component_id, position, name, lk_component_type_id, final_ind, data)
    select ${draft}, ${component_id}, 1 + count(*), ${name || 'Final Exam'}, 3, true, ${sql.json(data)}
    from catalogue.component where course_version_id = ${draft}`
  return { component_id, name, data: { ...data } }
}

async function removeExam({ sql }: Ctx, draft: number, { component_id, data }: StoredExam): Promise<void> {
  await sql`
    delete from catalogue.question
    where course_version_id = ${draft} and used_in = 'quiz' and quiz_id = ${Number(data.quiz_id)}`
  await sql`delete from catalogue.component where course_version_id = ${draft} and component_id = ${component_id}`
}

async function findExam({ sql }: Pick<Ctx, 'sql'>, { course_version_id }: WorkingVersion): Promise<StoredExam | null> {
  const [row] = await sql<StoredExam>`
    select component_id, name, data from catalogue.component
    where course_version_id = ${course_version_id} and final_ind`
  return row ?? null
}

async function readExam(ctx: Ctx, work: WorkingVersion) {
  const exam = await findExam(ctx, work)
  const response = {
    error: false as const,
    course_version_id: work.course_version_id,
    revision: revisionOf(work, 'finalexam'),
  }
  if (!exam) return { ...response, component: null }
  const quiz_id = Number(exam.data.quiz_id)
  const questions = await listQuestionsOf(ctx, work.course_version_id, { used_in: 'quiz', quiz_id })
  return {
    ...response,
    component: {
      component_id: exam.component_id,
      name: exam.name,
      type: 'Quiz' as const,
      final_ind: 1 as const,
      order: 1,
      lk_component_type_id: 3 as const,
      timer: { active: false, seconds: 0 },
      data: { ...(exam.data as { configuration?: unknown }), quiz_id, questions: questions.map(authoredQuestion) },
    },
  }
}
