import { listAnswerHashes, openSetup, sealedFor } from '#modules/learning/verification/setup.sql.ts'
import { hashAnswer, isSameHash } from '#modules/security/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { z } from '#platform/schema.ts'
import {
  type CurrentCheck,
  questionMethod,
  type SetupContext,
  type SubmittedAnswer,
  type TryVerdict,
} from './method.ts'
import { questionContent } from './questions.ts'
import { maxQuestions, personalQuestions } from './security-questions/personal-questions.ts'
import { answerText } from './security-questions/save-answers.ts'
import { securityQuestionsRecords, securityQuestionsWords } from './security-questions.texts.ts'

const Question = z.object({
  question_id: z.number(),
  /** The kind and text of the question, in contract names. */
  type: z.string(),
  content: z.string(),
  options: z.array(z.object({ id: z.number(), text: z.string() })),
})

/** Personal questions: only the student knows the answers, and we store only hashes. */
export const securityQuestions = questionMethod({
  words: securityQuestionsWords,
  recordTexts: securityQuestionsRecords,
  setup: {
    part: 'questions',
    place: 1,
    async isMissing(ctx, { version, setup }) {
      const questions = await personalQuestions(ctx, version)
      const answers = setup ? await listAnswerHashes(ctx, setup.student_course_id) : []
      return questions.length > 0 && answers.length < Math.min(maxQuestions, questions.length)
    },
    shape: {
      questions: z.array(Question),
      /** The number of questions that must be answered. */
      questions_to_answer: z.number(),
    },
    read: readQuestions,
  },
  content: questionContent,
  moments: (methods) => methods.security_questions,
  questions: {
    personal: true,
    list: async (ctx, { course }) =>
      (await listAnswerHashes(ctx, course.student_course_id)).map(({ question_id }) => question_id),
    judge,
  },
  doubt: null,
  waiver: null,
  reset: ({ sql }, student_course_id) => sql`
    delete from learning.identity_answer where student_course_id = ${student_course_id}`,
})

/** The personal questions, without their answers. */
async function readQuestions(ctx: Ctx, { version }: SetupContext) {
  const questions = await personalQuestions(ctx, version)
  return {
    questions: questions.map(({ question_id, type, configuration: { title, options } }) => ({
      question_id,
      type,
      content: title,
      options: options.map(({ id, text }) => ({ id, text })),
    })),
    questions_to_answer: Math.min(maxQuestions, questions.length),
  }
}

async function judge(ctx: Ctx, { course, check }: CurrentCheck, answer: SubmittedAnswer): Promise<TryVerdict> {
  const question_id = check.tasks[check.position]!.question_id!
  const { answer_key } = await openSetup(ctx, course)
  const hashes = await listAnswerHashes(ctx, course.student_course_id)
  const storedAnswer = hashes.find((entry) => entry.question_id === question_id)
  if (!storedAnswer) return { result: 'wrong' }
  const inputHash = hashAnswer(ctx, sealedFor(course), answer_key, String(question_id), answerText(answer))
  return { result: isSameHash(storedAnswer.answer_hash, inputHash) ? 'right' : 'wrong' }
}
