import { selectVersionRow } from '#modules/catalogue/authoring/course.sql.ts'
import { author } from '#modules/catalogue/drafts/course-key.ts'
import { selectWorkingVersion } from '#modules/catalogue/drafts/draft.sql.ts'
import {
  embedOriginsOf,
  type Medium,
  mediaResolver,
  resolveMedia,
  sourcesOf,
} from '#modules/catalogue/media/resolve-media.ts'
import type { Question } from '#modules/catalogue/questions/question.schema.ts'
import { listQuestions } from '#modules/catalogue/questions/question.sql.ts'
import { ShownPicture } from '#modules/catalogue/questions/question-picture.schema.ts'
import { withoutAnswers } from '#modules/catalogue/questions/without-answers.ts'
import { listInlineQuizzes, renderDocument } from '#modules/catalogue/rich-text/index.ts'
import type { Component } from '#modules/catalogue/versions/component.schema.ts'
import { listComponents } from '#modules/catalogue/versions/version.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { id, z } from '#platform/schema.ts'

const AskedQuestion = z.object({
  question_id: z.int(),
  title: z.string(),
  /** The question's picture. */
  picture: ShownPicture.nullable(),
  options: z.array(z.string()),
  /** The question's time limit; null without one. */
  time_limit: z.int().nullable(),
})

export const PreviewPart = z.object({
  component_id: z.int(),
  name: z.string(),
  type: z.enum(['Content', 'Media', 'Quiz', 'Break']),
  chapter: z.string(),
  section: z.string(),
  final: z.boolean(),
  required_seconds: z.int(),
  /** The text that students see; '' for quizzes. */
  html: z.string(),
  text: z.string(),
  /** Narration addresses, if the course sells narration. */
  narration: z.array(z.string()),
  /** Seconds of a break, or the limit for a whole quiz; null without a limit. */
  time_limit: z.int().nullable(),
  /** Questions of a quiz, or those inside a lesson; never with their answers. */
  questions: z.array(AskedQuestion),
  /** Other hosts whose videos it embeds. */
  frames: z.array(z.string()),
})
export type PreviewPart = z.output<typeof PreviewPart>

export const previewCourse = operation({
  call: 'GET /course/preview',
  summary: 'A course as a student sees it, or one component of it: without a lease, attempt, answer or seat time',
  may: author,
  takes: z.object({ course_id: id(), component_id: id().optional() }),
  gives: z.object({
    course_version_id: z.int(),
    contents: z.array(PreviewPart.pick({ component_id: true, name: true, chapter: true, section: true, final: true })),
    parts: z.array(PreviewPart),
  }),
  fails: [errors.notFound],
  added: true,
  async run(ctx, { course_id, component_id }) {
    const { course_version_id, organization_id } = await selectWorkingVersion(ctx, { course_id })
    const components = await listComponents(ctx, course_version_id)
    const selected = component_id
      ? components.filter((component) => component.component_id === component_id)
      : components
    if (component_id && selected.length === 0) throw errors.notFound()
    const media = await resolveMedia(ctx, organization_id, [...new Set(selected.flatMap(sourcesOf))])
    const questions = await listQuestions(ctx, course_version_id)
    const { audio_ind } = await selectVersionRow(ctx, course_version_id)
    const contents = components.map(headOf)
    return {
      course_version_id,
      contents,
      parts: selected.map((component) => ({
        ...partOf(ctx, component, questions, mediaResolver(media)),
        narration:
          audio_ind && component.type === 'Content' ? addressesOf(component.data.audioAttachments ?? [], media) : [],
      })),
    }
  },
})

const addressesOf = (sources: readonly string[], media: ReadonlyMap<string, Medium>) =>
  sources.flatMap((source) => media.get(source)?.url ?? [])

const limitOf = (timer: { active: boolean; seconds: number }) => (timer.active ? timer.seconds : null)

const headOf = ({ component_id, name, chapter_name, section_name, final_ind }: Component) => ({
  component_id,
  name,
  chapter: chapter_name,
  section: section_name,
  final: final_ind,
})

function partOf(
  { locale }: Pick<Ctx, 'locale'>,
  component: Component,
  questions: readonly Question[],
  media: ReturnType<typeof mediaResolver>,
): Omit<PreviewPart, 'narration'> {
  const { type, required_seconds } = component
  const head = { ...headOf(component), type, required_seconds, frames: embedOriginsOf([component]) }
  if (component.type === 'Break') {
    const { break_text: text, seconds: time_limit } = component.data
    return { ...head, html: '', text, time_limit, questions: [] }
  }
  if (component.type === 'Quiz') {
    const { quiz_id, description, questionPools, configuration } = component.data
    const banks = new Set(questionPools.map((pool) => pool.course_question_bank_id))
    const quizQuestions = questions.filter((question) =>
      questionPools.length > 0
        ? question.course_question_bank_id !== null && banks.has(question.course_question_bank_id)
        : question.used_in === 'quiz' && question.quiz_id === quiz_id,
    )
    const time_limit = limitOf(configuration.timer)
    return { ...head, html: '', text: description, time_limit, questions: quizQuestions.map(previewQuestion) }
  }
  const cards = component.type === 'Media' ? component.data.components : []
  const document = {
    type: 'doc',
    content: [
      ...cards.map((attrs) => ({ type: 'mediaCard', attrs })),
      ...((component.data.content as { content?: unknown[] }).content ?? []),
    ],
  }
  const inline = listInlineQuizzes(document).flatMap((quiz) => quiz.questions)
  const html = renderDocument(document, { locale: locale === 'es-es' ? 'es' : 'en', media, ids: true })
  return {
    ...head,
    html,
    text: '',
    time_limit: null,
    questions: questions.filter(({ question_id }) => inline.includes(question_id)).map(previewQuestion),
  }
}

function previewQuestion(question: Question): z.output<typeof AskedQuestion> {
  const { configuration } = withoutAnswers(question)
  return {
    question_id: question.question_id,
    title: configuration.title,
    picture: configuration.picture ?? null,
    options: [...configuration.options.map(({ text }) => text), ...configuration.matches],
    time_limit: limitOf(configuration.timer),
  }
}
