import { QuestionInput } from '#modules/catalogue/questions/question-input.schema.ts'
import { composed } from '#platform/composed.shared.ts'
import { z } from '#platform/schema.ts'

export const componentTypeNames = ['Content', 'Media', 'Quiz', 'Break'] as const
export const maxComponents = 2_000

const name = () =>
  z
    .string()
    .max(200)
    .transform((value) => composed(value).trim())
/** An id from the server, or one below 1 (or none) for a new item. */
const quizId = () => z.int().min(-2_147_483_647).max(2_147_483_647).nullish()
const seconds = () => z.int().min(0).max(86_400)

export const Timer = z.strictObject({ active: z.boolean(), seconds: seconds() })

const Pool = z.strictObject({
  course_question_bank_id: z.int().min(1),
  lk_question_type_id: z.union([z.int().min(1).max(100), z.literal('all')]).default('all'),
  count: z.int().min(0).max(500),
  max: z.int().min(0).max(500).default(10),
})

export const QuizSettings = z.strictObject({
  navigation: z.strictObject({ show: z.boolean().default(true) }).prefault({}),
  timer: z.strictObject({ active: z.boolean().default(false), seconds: seconds().default(0) }).prefault({}),
  retake: z
    .strictObject({
      fee: z.number().min(0).max(10_000).default(0),
      attempts: z.int().min(0).max(1_000).nullable().default(null),
    })
    .prefault({}),
  grading: z.strictObject({ threshold: z.number().min(0).max(100).default(70) }).prefault({}),
  review: z.strictObject({ student: z.boolean().default(false) }).prefault({}),
})

/** The data of a component of any type; each type reads its own fields (support and authoring, 3.4). */
export const ComponentData = z.strictObject({
  content: z.unknown().optional(),
  associated_components: z.array(z.unknown()).max(1_000).optional(),
  deleted_components: z.array(z.unknown()).max(1_000).optional(),
  wysiwyg_id: z.int().nullish(),
  audioChunks: z.array(z.unknown()).max(1_000).optional(),
  audioAttachments: z.array(z.string().max(500)).max(100).optional(),
  forceAudioRegeneration: z.boolean().optional(),
  /** Whether visitors may read this lesson on the course's page. */
  sample_ind: z.boolean().optional(),
  quiz_id: z.int().nullish(),
  description: z.string().max(4_000).optional(),
  totalQuestions: z.int().min(0).max(5_000).optional(),
  configuration: QuizSettings.optional(),
  questionPools: z.array(Pool).max(50).optional(),
  questions: z.array(QuestionInput).max(500).optional(),
  modulesForDeletion: z.array(z.int()).max(500).optional(),
  media_id: z.int().nullish(),
  lk_media_source_type_id: z.int().nullish(),
  external_url: z.string().max(500).optional(),
  components: z.array(z.record(z.string(), z.unknown())).max(100).optional(),
  break_id: z.int().nullish(),
  seconds: seconds().optional(),
  break_text: z.string().max(4_000).optional(),
})
export type ComponentData = z.output<typeof ComponentData>

export const ComponentInput = z.strictObject({
  component_id: quizId(),
  name: name(),
  type: z.enum(componentTypeNames),
  order: z.int().optional(),
  lk_component_type_id: z.int().nullish(),
  final_ind: z.union([z.literal(0), z.literal(1), z.boolean()]).optional(),
  timer: Timer.optional(),
  expanded: z.boolean().optional(),
  /** Absent if only the outline changed; the stored data is then kept. */
  data: ComponentData.optional(),
})
export type ComponentInput = z.output<typeof ComponentInput>

export const ChapterInput = z.strictObject({
  chapter_id: quizId(),
  name: name(),
  order: z.int().optional(),
  type: z.literal('chapter').optional(),
  expanded: z.boolean().optional(),
  sections: z
    .array(
      z.strictObject({
        section_id: quizId(),
        name: name(),
        order: z.int().optional(),
        type: z.literal('section').optional(),
        expanded: z.boolean().optional(),
        components: z.array(ComponentInput).max(maxComponents),
      }),
    )
    .max(500),
})
export type ChapterInput = z.output<typeof ChapterInput>

/** The outline as authors read it: without the data of its components, which are loaded one at a time. */
export const OutlineChapter = z.object({
  chapter_id: z.int(),
  name: z.string(),
  order: z.int(),
  type: z.literal('chapter'),
  expanded: z.boolean(),
  sections: z.array(
    z.object({
      section_id: z.int(),
      name: z.string(),
      order: z.int(),
      type: z.literal('section'),
      expanded: z.boolean(),
      components: z.array(
        z.object({
          component_id: z.int(),
          name: z.string(),
          type: z.enum(componentTypeNames),
          order: z.int(),
          lk_component_type_id: z.int(),
          timer: z.object({ active: z.boolean(), seconds: z.int() }),
        }),
      ),
    }),
  ),
})
export type OutlineChapter = z.output<typeof OutlineChapter>
