import { RevealedOption, ShownOption, ShownPicture } from '#modules/catalogue/index.ts'
import { type Policy, student } from '#platform/permissions.ts'
import { id, optionalText, z } from '#platform/schema.ts'
import { maxAnswerLength } from './text-answer.shared.ts'

/** Admits the student of the course. The operation's statement checks the owner and returns 404 for another person. */
export const quizOfStudent: Policy = { description: `${student.description}, of their own course`, gate: student.gate }

/** The quiz and its course. */
export const QuizKeyInput = z.object({ studentCourseId: id(), componentId: id() })
export const RouteInput = QuizKeyInput.extend({ currentRoute: optionalText(500) })

const text = z.string().max(maxAnswerLength * 2)
const optionId = z.union([z.int(), text])
/** An answer in any form: an option id, a list of them, values by name (matches by option ids), or text. */
export const AnswerInput = z.union([
  z.null(),
  text,
  z.int(),
  z.array(optionId).max(100),
  z
    .record(z.string().max(20), z.union([text, z.number(), z.null()]))
    .refine((pairs) => Object.keys(pairs).length <= 100),
])
/** An answer in its stored form. */
export const AnswerValue = z.union([
  z.null(),
  z.string(),
  z.number(),
  z.array(z.number()),
  z.record(z.string(), z.union([z.string(), z.number()])),
])

export const instant = z.iso.datetime().nullable()

const limit = z.object({ enabled: z.boolean(), min: z.number(), max: z.number() })

/** A question as a student sees it, without any field that reveals the right answer. */
export const QuestionAnswer = z.object({
  question_id: z.number(),
  order: z.number(),
  answer_id: z.number(),
  answer: AnswerValue,
  /** The time its timer ran out; null while it runs and for questions without a timer. */
  timer_expired_at: instant,
  timer_expires_at: instant,
  lk_question_type_id: z.number(),
  type: z.string(),
  correct_ind: z.boolean().nullable(),
  attempted: z.boolean(),
  submitted_at: instant,
  conditional: z.array(z.string()),
  configuration: z.object({
    title: z.string(),
    picture: ShownPicture.optional(),
    options: z.array(ShownOption),
    matches: z.array(z.string()),
    required: z.boolean(),
    noEditAfterSave: z.boolean(),
    requireReview: z.boolean(),
    confirm: z.boolean(),
    selectedComponent: z.number().nullable(),
    editor: z.object({ active: z.boolean(), show_hint: z.boolean(), hint: z.string() }),
    timer: z.object({ active: z.boolean(), seconds: z.number() }),
    validation: z.object({ regex: z.string(), min: z.string(), max: z.string() }),
    settings: z.object({ wordMinMax: limit, minMax: limit }),
  }),
})
export type QuestionShown = z.output<typeof QuestionAnswer>

/** The configuration of a question once the right answer may be seen. */
export const RevealedConfiguration = QuestionAnswer.shape.configuration.extend({
  options: z.array(RevealedOption),
  /** The author's explanation of the right answer, if there is one. */
  why: z.string().optional(),
})

/** The result of an attempt. `percentage` is null while it runs and if the course does not show the final grade. */
export const AttemptResult = z.object({
  quiz_attempt_id: z.number(),
  quiz_id: z.number(),
  component_id: z.number(),
  attempt_number: z.number(),
  lk_quiz_attempt_status_id: z.number(),
  started_at: instant,
  submitted_at: instant,
  expires_at: instant,
  threshold: z.number(),
  total: z.number(),
  points: z.number().nullable(),
  percentage: z.number().nullable(),
  passed: z.boolean().nullable(),
})
export type AttemptShown = z.output<typeof AttemptResult>
