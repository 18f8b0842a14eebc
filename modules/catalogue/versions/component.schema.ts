import type { RichDocument } from '#modules/catalogue/rich-text/index.ts'

export const componentTypes = { Content: 1, Media: 2, Quiz: 3, Break: 4 } as const
export type ComponentTypeName = keyof typeof componentTypes

type ContentComponent = {
  wysiwyg_id: number
  content: RichDocument
  /** `media/NAME` or attachment addresses of narration. */
  audioAttachments: readonly string[]
  /** The lesson that visitors may read on the course's page. */
  sample_ind?: boolean
}

/** The attributes of a media card outside a rich document; the same `src` rules apply. */
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

/** A number of questions from one bank and type, or from `all` types; the pools of one exam never overlap. */
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
  /** Position in the whole course, from 1; the final exam is last. */
  position: number
  chapter_order: number
  chapter_name: string
  section_order: number
  section_name: string
  name: string
  final_ind: boolean
  /** Its minimum time; 0 if its timer is off, and for the final exam. */
  required_seconds: number
}

/** One component of an outline; both `type` and `lk_component_type_id` determine its `data`. */
export type Component = ComponentHead &
  (
    | { type: 'Content'; lk_component_type_id: 1; data: ContentComponent }
    | { type: 'Media'; lk_component_type_id: 2; data: MediaComponent }
    | { type: 'Quiz'; lk_component_type_id: 3; data: QuizComponent }
    | { type: 'Break'; lk_component_type_id: 4; data: BreakComponent }
  )

export type QuizOutlineComponent = Extract<Component, { type: 'Quiz' }>
