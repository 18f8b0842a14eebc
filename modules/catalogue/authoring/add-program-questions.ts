import { auditChanges } from '#modules/catalogue/drafts/audit-course.ts'
import { courseIdFields, keyOf, writer } from '#modules/catalogue/drafts/course-key.ts'
import { lockWorkingVersion, openDraft, saveTab, type WorkingVersion } from '#modules/catalogue/drafts/draft.sql.ts'
import { catalogueErrors } from '#modules/catalogue/errors.ts'
import { agencyNeeds } from '#modules/catalogue/programs/agency-needs.ts'
import { collectedData } from '#modules/catalogue/programs/collected-data.ts'
import { findProgramRules } from '#modules/catalogue/programs/effective-rules.ts'
import { todayOf } from '#modules/catalogue/programs/fetch-programs.ts'
import { listAskableData, questionsFor } from '#modules/catalogue/programs/program-questions.ts'
import { requiredData } from '#modules/catalogue/programs/required-data.ts'
import { type StudentDatum, withIssuer } from '#modules/catalogue/programs/student-data.shared.ts'
import { authoredQuestion } from '#modules/catalogue/questions/authored-question.ts'
import { QuestionInput } from '#modules/catalogue/questions/question-input.schema.ts'
import { listQuestionsOf, saveQuestions } from '#modules/catalogue/questions/save-questions.sql.ts'
import type { CompletionConfiguration } from '#modules/catalogue/versions/options.schema.ts'
import { localeOf } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { z } from '#platform/schema.ts'
import { selectVersionRow } from './course.sql.ts'

const listKey = { used_in: 'registration' as const }

type ReportedCourse = Pick<WorkingVersion, 'course_id' | 'organization_id' | 'course_version_id'>

type RegistrationGap = {
  /** The data that the program or an agency requires and no question collects. */
  missing: StudentDatum[]
  asked: ReadonlySet<StudentDatum>
}

/**
 * The data that the registration of a course must still collect, by the program's current rules and for the agencies
 * that its completions are reported to.
 */
export async function registrationGap(ctx: Ctx, course: ReportedCourse): Promise<RegistrationGap> {
  const row = await selectVersionRow(ctx, course.course_version_id)
  const rules = await findProgramRules(ctx, row.program_id, todayOf(ctx))
  const questions = await listQuestionsOf(ctx, course.course_version_id, listKey)
  const { confirm } = row.completion_configuration as Partial<CompletionConfiguration>
  const collected = collectedData(questions, confirm ?? {})
  const required = withIssuer(requiredData(rules), (datum) => collected.has(datum))
  const { organization_id, course_id } = course
  const { program_id, lk_course_state_ids } = row
  const reported = { organization_id, course_id, program_id, lk_course_state_ids }
  // An agency may need one datum only with another one, as the date of a citation with its number.
  for (let size = -1; size < required.length; ) {
    size = required.length
    const needs = await ctx.use(agencyNeeds)(ctx, { ...reported, collected: new Set([...collected, ...required]) })
    for (const { datum } of needs) if (datum !== 'account' && !required.includes(datum)) required.push(datum)
  }
  return { missing: listAskableData(required, collected), asked: collected }
}

export const addProgramQuestions = operation({
  call: 'POST /course/addProgramQuestions',
  summary:
    'Adds the registration questions that the program or the agencies of a course require and that are still missing',
  added: true,
  may: writer,
  takes: z.object({ course: z.strictObject({ ...courseIdFields }) }),
  gives: z.object({ course_version_id: z.int(), added: z.array(z.string()) }),
  fails: [errors.notFound, catalogueErrors.changedMeanwhile],
  async run(ctx, { course }) {
    const work = await lockWorkingVersion(ctx, keyOf(course))
    const { missing, asked } = await registrationGap(ctx, work)
    if (missing.length === 0) return { course_version_id: work.course_version_id, added: [] }
    const { lk_language_id } = await selectVersionRow(ctx, work.course_version_id)
    const existing = (await listQuestionsOf(ctx, work.course_version_id, listKey)).map(authoredQuestion)
    const newQuestions = questionsFor(missing, asked, localeOf(lk_language_id))
    const draft = await openDraft(ctx, work)
    await saveTab(ctx, draft, 'registration', {})
    await saveQuestions(
      ctx,
      draft,
      listKey,
      [...existing.map((question) => QuestionInput.parse(question)), ...newQuestions],
      [],
    )
    await auditChanges(ctx, 'course.registration', work.course_id, [
      { questions: existing.length },
      { questions: existing.length + newQuestions.length },
    ])
    return { course_version_id: draft, added: newQuestions.map(({ configuration }) => configuration.title) }
  },
})
