import type { SecurityOptions } from '#modules/catalogue/index.ts'
import { questionOf } from '#modules/learning/questions/questions.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { z } from '#platform/schema.ts'
import type { CurrentCheck } from './method.ts'

const Option = z.object({ id: z.number(), text: z.string() })

/** The question of a check, without its right answer. */
export const questionContent = {
  shape: {
    question: z.object({ question_id: z.number(), title: z.string(), options: z.array(Option) }).nullable(),
  },
  async read(ctx: Ctx, { course, check }: CurrentCheck) {
    const { question_id } = check.tasks[check.position]!
    return { question: question_id === null ? null : await showQuestion(ctx, course, question_id) }
  },
}

async function showQuestion(ctx: Ctx, { course_version_id }: StudentCourse, question_id: number) {
  const { configuration } = await questionOf(ctx, course_version_id, question_id)
  return {
    question_id,
    title: configuration.title,
    options: configuration.options.map(({ id, text }) => ({ id, text })),
  }
}

/** Seconds to answer a question of a check, of any kind; null without a limit. */
export function secondsToAnswer({ methods }: SecurityOptions): number | null {
  const { secondsToAnswerCorrectly } = methods.security_questions
  return secondsToAnswerCorrectly > 0 ? secondsToAnswerCorrectly : null
}
