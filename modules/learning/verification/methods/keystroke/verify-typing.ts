import { ofCourse } from '#modules/learning/permissions.ts'
import { settleVerdict } from '#modules/learning/verification/decide.ts'
import { verificationErrors } from '#modules/learning/verification/errors.ts'
import { checkByMethod } from '#modules/learning/verification/method-context.ts'
import { keystroke } from '#modules/learning/verification/methods/keystroke.ts'
import { Outcome, outcomeOf, tries } from '#modules/learning/verification/verify.ts'
import { operation } from '#platform/operation.ts'
import { flag, id, z } from '#platform/schema.ts'
import { TypedSample } from './read-sample.ts'

export const verifyTyping = operation({
  call: 'POST /security/verifyTyping',
  summary:
    "Compares a typing sample with the student's profile. A failure asks a question and never locks a course alone",
  added: true,
  may: ofCourse('student_course_id'),
  takes: z.object({
    student_course_id: id(),
    sample: TypedSample.nullish(),
    /** Set if there is no keyboard; another method is used instead. */
    unavailable: flag().nullish(),
  }),
  gives: Outcome,
  fails: [verificationErrors.noVerification, verificationErrors.typeAgain],
  rate: tries,
  async run(ctx, { student_course_id, sample, unavailable }) {
    const current = await checkByMethod(ctx, student_course_id, 'keystroke')
    if (!unavailable && !sample) throw verificationErrors.typeAgain()
    const verdict =
      unavailable || !sample ? ({ replaced: 'chosen' } as const) : await keystroke.judge(ctx, current, sample)
    return outcomeOf(ctx, student_course_id, await settleVerdict(ctx, current, verdict))
  },
})
