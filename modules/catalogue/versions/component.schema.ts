import type { RichDocument } from '#modules/catalogue/rich-text/index.ts'

export const componentTypes = { Content: 1, Media: 2, Quiz: 3, Break: 4 } as const
export type ComponentTypeName = keyof typeof componentTypes

type ContentComponent = {
  wysiwyg_id: number
  content: RichDocument
  /** `media/NAME` or attachment addresses of narration. */
  audioAttachments: readonly string[]
}

/** The attributes of a media card outside a rich document; `src` as there. */
export type MediaCardAttributes = {
  component: string
  src: string | null
  title?: string
  alt?: string
  relatedMedia?: readonly { lk_file_type_id: number; url: string }[]
} & Readonly<Record<string, unknown>>

type MediaComponent = {
  media_id: number
  components: readonly MediaCardAttributes[]
  content: RichDocument
  external_url: string
}

type BreakComponent = { break_id: number; seconds: number; break_text: string }

/** A share of the questions of one bank and type, or of `all` its types; the pools of one exam never overlap. */
export type QuestionPool = {
  course_question_bank_id: number
  lk_question_type_id: number | 'all'
  count: number
  max: number
}

type QuizConfiguration = {
  navigation: { show: boolean }
  /** Time for the whole quiz. */
  timer: { active: boolean; seconds: number }
  /** `fee` in US dollars; `attempts` is the number of retakes, null for no limit. */
  retake: { fee: number; attempts: number | null }
  /** Percent. */
  grading: { threshold: number }
  review: { student: boolean }
}

/** A quiz without pools asks its own questions: `listQuestions(…, { used_in: 'quiz', quiz_id })`. */
export type QuizComponent = {
  quiz_id: number
  description: string
  totalQuestions: number
  configuration: QuizConfiguration
  questionPools: readonly QuestionPool[]
}

type ComponentHead = {
  course_version_id: number
  component_id: number
  /** Place in the whole course, from 1; the final exam has the last one. */
  position: number
  chapter_order: number
  chapter_name: string
  section_order: number
  section_name: string
  name: string
  final_ind: boolean
  /** Least time in it; 0 where its timer is not active, and for the final exam. */
  required_seconds: number
}

/** One component of an outline; `type` and `lk_component_type_id` both say which `data` it has. */
export type Component = ComponentHead &
  (
    | { type: 'Content'; lk_component_type_id: 1; data: ContentComponent }
    | { type: 'Media'; lk_component_type_id: 2; data: MediaComponent }
    | { type: 'Quiz'; lk_component_type_id: 3; data: QuizComponent }
    | { type: 'Break'; lk_component_type_id: 4; data: BreakComponent }
  )

export type QuizOutlineComponent = Extract<Component, { type: 'Quiz' }>
