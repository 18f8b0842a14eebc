import { composed } from '#platform/composed.shared.ts'
import { wording, z } from '#platform/schema.ts'
import { purposes } from './purpose.shared.ts'
import { OptionInput } from './question-option.schema.ts'
import { PictureInput } from './question-picture.schema.ts'
import { maxHintLength, maxReasonLength } from './question-rules.shared.ts'
import { questionRuleTexts as t } from './question-rules.texts.ts'

const nonNegativeInt = (max = 1_000_000) => z.int().min(0).max(max)
const composedText = (max: number) =>
  z
    .string()
    .max(max)
    .transform((text) => composed(text))
const limit = z.strictObject({
  enabled: z.boolean().default(false),
  min: nonNegativeInt().default(0),
  max: nonNegativeInt().default(0),
})

/** The settings of a question with their defaults. */
const QuestionConfigurationInput = z.strictObject({
  title: composedText(4_000),
  picture: PictureInput.optional(),
  options: z.array(OptionInput).max(100).default([]),
  required: z.boolean().default(true),
  invalid: z.boolean().default(false),
  noEditAfterSave: z.boolean().default(false),
  requireReview: z.boolean().default(false),
  confirm: z.boolean().default(false),
  selectedComponent: z.int().nullable().default(null),
  editor: z
    .strictObject({
      active: z.boolean().default(false),
      model: z.unknown().default(null),
      show_answer: z.boolean().default(false),
      show_hint: z.boolean().default(false),
      hint: z
        .string()
        .max(maxHintLength, { error: wording(t.hintTooLong) })
        .default(''),
    })
    .prefault({}),
  timer: z
    .strictObject({ active: z.boolean().default(false), seconds: nonNegativeInt(86_400).default(0) })
    .prefault({}),
  validation: z
    .strictObject({
      regex: z.string().max(500).default(''),
      min: z.string().max(20).default(''),
      max: z.string().max(20).default(''),
    })
    .prefault({}),
  settings: z.strictObject({ wordMinMax: limit.prefault({}), minMax: limit.prefault({}) }).prefault({}),
  correct: composedText(10_000).optional(),
  /** Why the right answer is right; students see it with that answer. */
  why: composedText(maxReasonLength).optional(),
  /** The subject of a registration question; if absent, the words of the title decide. */
  asksFor: z.enum(purposes).optional(),
})

/** A question as an editor sends it: new without an id, or with one below 1. */
export const QuestionInput = z.strictObject({
  question_id: z.int().min(-2_147_483_647).max(2_147_483_647).nullish(),
  order: nonNegativeInt(10_000).optional(),
  type: z.string().max(50).optional(),
  questionType: z.string().max(50).optional(),
  references: composedText(2_000).default(''),
  lk_question_type_id: z.int().min(1).max(100),
  conditional: z
    .array(z.string().regex(/^-?\d{1,10}:\d{1,10}$/))
    .max(500)
    .default([]),
  configuration: QuestionConfigurationInput,
  security_ind: z.union([z.literal(0), z.literal(1), z.boolean()]).optional(),
  security_content_ind: z.union([z.literal(0), z.literal(1), z.boolean()]).optional(),
})
export type QuestionInput = z.output<typeof QuestionInput>

/** A question with its answers, as authors read it. */
export const AuthoredQuestion = z.object({
  question_id: z.int(),
  order: z.int(),
  type: z.string(),
  questionType: z.literal('Question'),
  references: z.string(),
  lk_question_type_id: z.int(),
  conditional: z.array(z.string()),
  configuration: z.looseObject({ title: z.string() }),
})
