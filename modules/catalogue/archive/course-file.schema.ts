import {
  AudioInput,
  CompletionConfigurationInput,
  RegistrationOptionsInput,
  SecurityOptionsInput,
} from '#modules/catalogue/authoring/options-input.schema.ts'
import { lk_shipping_type } from '#modules/catalogue/lookups.shared.ts'
import { extensionOf, mediaExtensions } from '#modules/catalogue/media/media-kind.shared.ts'
import { ComponentData, componentTypeNames, maxComponents, Timer } from '#modules/catalogue/outline/outline.schema.ts'
import { isProgram } from '#modules/catalogue/programs/programs.shared.ts'
import { QuestionInput } from '#modules/catalogue/questions/question-input.schema.ts'
import { composed } from '#platform/composed.shared.ts'
import { z } from '#platform/schema.ts'
import { lk_course_state } from '#platform/states.ts'

/** docs/course-archive.md describes it. Another number means that older programs cannot read it. */
export const courseFormat = 'waypost-course/1'
/** The course's file in the archive, beside its media. */
export const courseFileName = 'course.json'

const text = (max: number) =>
  z
    .string()
    .max(max)
    .transform((value) => composed(value))
const name = (max = 200) => text(max).pipe(z.string().trim().min(1))
const dollars = (max: number) => z.number().min(0).max(max)
const days = (min: number) => z.int().min(min).max(3_650).nullable()
/** Valid only in this file: every course created from it gets its own ids. */
const localId = () => z.int().min(1).max(1_000_000)

/** The extensions of an archive's media. Pictures of the library are stored as WebP. */
export const archivedExtensions = [...Object.keys(mediaExtensions), 'vtt'] as const
const path = () => z.string().regex(/^media\/[1-9]\d{0,3}\.[a-z0-9]{2,4}$/)

const Medium = z.strictObject({
  path: path().refine((value) => archivedExtensions.includes(extensionOf(value))),
  name: name(),
  alt: text(500).nullable(),
  /** For captions: their language, and their video's path. */
  language: z.enum(['en', 'es']).nullable(),
  captions_of: path().nullable(),
  size: z.int().min(1).max(2_147_483_648),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})

const Question = QuestionInput.pick({
  references: true,
  lk_question_type_id: true,
  conditional: true,
  configuration: true,
}).extend({ question_id: localId() })
const questions = (max: number) => z.array(Question).max(max)

const Component = z.strictObject({
  component_id: localId(),
  name: text(200),
  type: z.enum(componentTypeNames),
  timer: Timer,
  data: ComponentData.omit({ questions: true, modulesForDeletion: true }),
  /** For a quiz without pools. */
  questions: questions(500),
})

export const CourseFile = z.strictObject({
  format: z.literal(courseFormat),
  course: z.strictObject({
    name: name(),
    /** Present only if the course names a program. */
    program_id: z.string().refine(isProgram).optional(),
    excerpt: text(500),
    description: text(20_000),
    lk_language_id: z.union([z.literal(1), z.literal(2)]),
    price: dollars(100_000),
    image: path().nullable(),
    /** Present only if the author has described the image. */
    image_alt: text(500).optional(),
    states: z.array(z.int().refine((state) => state in lk_course_state)).max(60),
    audio: AudioInput,
    audio_ind: z.boolean(),
    completion_description: text(20_000),
    completion_configuration: CompletionConfigurationInput,
    concat_quiz_review_ind: z.boolean(),
    /** Present only if the course ends with such an exam. */
    proctored_ind: z.literal(true).optional(),
    sts_ind: z.literal(true).optional(),
    /** Present only if set, which no editor does. */
    keystroke_requirement: z.int().min(-2_147_483_648).max(2_147_483_647).optional(),
    keystroke_sentence_configuration: z.record(z.string(), z.json()).optional(),
    /** Templates are part of an installation, so an import chooses those of the same name. */
    certificate_template: name().nullable(),
    allowed_certificate_templates: z.array(name()).max(100),
    certificate_configuration: z.strictObject({ bottomLeftText: text(500) }).partial(),
    registration_expires_after_days: days(1),
    retake_after_days: days(0),
    reinstatement_fee: dollars(100_000),
    course_security_options: SecurityOptionsInput,
    course_registration_options: RegistrationOptionsInput,
    disclaimer: text(50_000),
    shipping: z
      .array(
        z.strictObject({
          lk_shipping_type_id: z.int().refine((type) => type in lk_shipping_type),
          enabled: z.boolean(),
          price: dollars(10_000),
        }),
      )
      .max(Object.keys(lk_shipping_type).length),
  }),
  chapters: z
    .array(
      z.strictObject({
        name: text(200),
        sections: z
          .array(z.strictObject({ name: text(200), components: z.array(Component).max(maxComponents) }))
          .max(500),
      }),
    )
    .max(200),
  final_exam: Component.nullable(),
  question_banks: z
    .array(z.strictObject({ course_question_bank_id: localId(), name: name(), questions: questions(500) }))
    .max(100),
  registration_questions: questions(200),
  security_questions: questions(200),
  content_questions: questions(200),
  faqs: z.array(z.strictObject({ title: text(500), body: text(20_000), post_completion_ind: z.boolean() })).max(200),
  media: z.array(Medium).max(2_000),
})
export type CourseFile = z.output<typeof CourseFile>
export type ArchivedComponent = CourseFile['chapters'][number]['sections'][number]['components'][number]
export type ArchivedMedium = CourseFile['media'][number]
export type ArchivedQuestion = z.output<typeof Question>

/** The components of the outline in order, the final exam last. */
export const componentsOf = ({ chapters, final_exam }: CourseFile): ArchivedComponent[] => [
  ...chapters.flatMap(({ sections }) => sections.flatMap(({ components }) => components)),
  ...(final_exam ? [final_exam] : []),
]

/** The value without fields that are not in the schema: settings of other versions of the product. */
export function known<T extends z.ZodType>(schema: T, value: unknown): unknown {
  const copy = structuredClone(value)
  for (let round = 0; round < 20; round++) {
    const unknown = (schema.safeParse(copy).error?.issues ?? []).filter(({ code }) => code === 'unrecognized_keys')
    if (unknown.length === 0) return copy
    for (const issue of unknown) {
      const parent = issue.path.reduce<Record<PropertyKey, unknown>>(
        (inner, key) => inner[key] as Record<PropertyKey, unknown>,
        copy as Record<PropertyKey, unknown>,
      )
      for (const key of (issue as { keys: string[] }).keys) delete parent[key]
    }
  }
  return copy
}
