import { auditChanges } from '#modules/catalogue/drafts/audit-course.ts'
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
import { authoredQuestion } from '#modules/catalogue/questions/authored-question.ts'
import { QuestionInput } from '#modules/catalogue/questions/question-input.schema.ts'
import { hasQuestionChanges, listQuestionsOf, saveQuestions } from '#modules/catalogue/questions/save-questions.sql.ts'
import { type SecurityOptions, securityDefaults } from '#modules/catalogue/versions/options.schema.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { id, z } from '#platform/schema.ts'
import { selectVersionRow } from './course.sql.ts'
import { overlay, SecurityOptionsInput } from './options-input.schema.ts'

/** The two methods with questions, and their key in the table of questions. */
const usesByMethod = { security_questions: 'security', content_questions: 'content' } as const
type QuestionMethod = keyof typeof usesByMethod
const methods = Object.keys(usesByMethod) as QuestionMethod[]

const gives = z.object({
  error: z.literal(false),
  course_version_id: z.int(),
  revision: z.int(),
  /** Settings with their defaults; `security_questions` and `content_questions` contain their questions. */
  configuration: z.looseObject({}),
})

export const getSecurity = operation({
  call: 'POST /course/getSecurity',
  summary: 'The identity checks of a course: settings and questions',
  may: author,
  takes: z.object({ course_version_id: id() }),
  gives,
  fails: [errors.notFound],
  changes: false,
  run: async (ctx, key) => readSecurity(ctx, await selectWorkingVersion(ctx, key)),
})

const questions = () => ({
  questions: z.array(QuestionInput).max(200).optional(),
  questionsToDelete: z.array(z.int()).max(200).optional(),
})
const { methods: sentMethods } = SecurityOptionsInput.shape
const { security_questions, content_questions } = sentMethods.unwrap().shape
const Configuration = SecurityOptionsInput.extend({
  methods: sentMethods
    .unwrap()
    .extend({
      security_questions: security_questions.unwrap().extend(questions()).optional(),
      content_questions: content_questions.unwrap().extend(questions()).optional(),
    })
    .optional(),
})

export const updateSecurity = operation({
  call: 'POST /course/updateSecurity',
  summary: 'Saves the security of a course in its draft',
  may: writer,
  takes: z.object({
    course: z.strictObject(courseIdFields),
    revision: z.int().optional(),
    configuration: Configuration,
  }),
  gives: gives.extend({ status: z.enum(['saved', 'no-change']) }),
  fails: [errors.notFound, catalogueErrors.changedMeanwhile],
  async run(ctx, { course, revision, configuration }) {
    const work = await lockWorkingVersion(ctx, keyOf(course))
    const row = await selectVersionRow(ctx, work.course_version_id)
    const before = overlay(securityDefaults, row.course_security_options)
    const after = overlay(before, withoutQuestions(configuration))
    const edits = await Promise.all(
      methods.map(async (method) => {
        const settings = configuration.methods?.[method]
        const existing = await listQuestionsOf(ctx, work.course_version_id, { used_in: usesByMethod[method] })
        const [list = [], deleted = []] = [settings?.questions, settings?.questionsToDelete]
        return { method, list, deleted, changed: hasQuestionChanges(existing, list, deleted) }
      }),
    )
    const isSame = edits.every(({ changed }) => !changed) && JSON.stringify(before) === JSON.stringify(after)
    if (isSame) return { ...(await readSecurity(ctx, work)), status: 'no-change' as const }
    requireFresh(work, 'security', revision)
    const draft = await openDraft(ctx, work)
    await saveTab(ctx, draft, 'security', { course_security_options: ctx.sql.json(after) })
    for (const { method, list, deleted, changed } of edits) {
      if (changed) await saveQuestions(ctx, draft, { used_in: usesByMethod[method] }, list, deleted)
    }
    await auditChanges(ctx, 'course.security', work.course_id, [before, after])
    const savedSecurity = await readSecurity(ctx, await selectWorkingVersion(ctx, { course_id: work.course_id }))
    return { ...savedSecurity, status: 'saved' as const }
  },
})

function withoutQuestions({ methods: sentBody = {}, ...rest }: z.output<typeof Configuration>) {
  const { security_questions, content_questions, ...others } = sentBody
  const settings = (method: Readonly<Record<string, unknown>> | undefined) => {
    if (!method) return undefined
    const { questions: _asked, questionsToDelete: _deleted, ...settings } = method
    return settings
  }
  return {
    ...rest,
    methods: {
      ...others,
      security_questions: settings(security_questions),
      content_questions: settings(content_questions),
    },
  }
}

async function readSecurity(ctx: Ctx, work: WorkingVersion) {
  const row = await selectVersionRow(ctx, work.course_version_id)
  const options = overlay(securityDefaults, row.course_security_options) as SecurityOptions
  const [personal, content] = await Promise.all([
    listQuestionsOf(ctx, work.course_version_id, { used_in: 'security' }),
    listQuestionsOf(ctx, work.course_version_id, { used_in: 'content' }),
  ])
  const lists = {
    security_questions: personal.map((question) => ({ ...authoredQuestion(question), security_ind: 1 })),
    content_questions: content.map((question) => ({ ...authoredQuestion(question), security_content_ind: 1 })),
  }
  return {
    error: false as const,
    course_version_id: work.course_version_id,
    revision: revisionOf(work, 'security'),
    configuration: {
      ...options,
      methods: {
        ...options.methods,
        security_questions: { ...options.methods.security_questions, questions: lists.security_questions },
        content_questions: { ...options.methods.content_questions, questions: lists.content_questions },
      },
    },
  }
}
