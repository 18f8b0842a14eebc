import { selectCourseVersion } from '#modules/catalogue/index.ts'
import { ofCourse } from '#modules/learning/permissions.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import {
  type Check,
  type Measured,
  type TryResult,
  updateCheckTries,
} from '#modules/learning/verification/check.sql.ts'
import { decide, replaceTask } from '#modules/learning/verification/decide.ts'
import { verificationErrors } from '#modules/learning/verification/errors.ts'
import { openCheck } from '#modules/learning/verification/open-check.ts'
import { courseGoesOn } from '#modules/learning/verification/serve-task.ts'
import { Outcome, outcomeOf, tries } from '#modules/learning/verification/verify.ts'
import { profileOf, scoreTyping } from '#modules/security/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { operation } from '#platform/operation.ts'
import { flag, id, z } from '#platform/schema.ts'
import { bandOf, sentenceOf } from './keystroke-options.ts'
import { readSample, TypedSample } from './read-sample.ts'
import { insertSample, listSamples } from './typing-sample.sql.ts'

export const verifyTyping = operation({
  call: 'POST /security/verifyTyping',
  summary: 'Holds typing against the profile of the student. A doubt asks a question and never locks a course alone',
  added: true,
  may: ofCourse('student_course_id'),
  takes: z.object({
    student_course_id: id(),
    sample: TypedSample.nullish(),
    /** There is no keyboard: another method is asked instead. */
    unavailable: flag().nullish(),
  }),
  gives: Outcome,
  fails: [verificationErrors.noVerification, verificationErrors.typeAgain],
  rate: tries,
  async run(ctx, { student_course_id, sample, unavailable }) {
    const { course, check } = await openCheck(ctx, student_course_id, { begin: false })
    if (!check || check.tasks[check.position]!.method !== 'keystroke')
      throw verificationErrors.noVerification({}, { redirect: await courseGoesOn(ctx, student_course_id) })
    if (unavailable) return outcomeOf(ctx, student_course_id, await replaceTask(ctx, course, check, 'chosen'))
    if (!sample) throw verificationErrors.typeAgain()
    return outcomeOf(ctx, student_course_id, await judge(ctx, course, check, sample))
  },
})

async function judge(ctx: Ctx, course: StudentCourse, check: Check, sample: TypedSample) {
  const version = await selectCourseVersion(ctx, course.course_version_id)
  const kept = await listSamples(ctx, course)
  const earlier = kept.map(({ timings }) => timings)
  const read = readSample(sample, sentenceOf(version), earlier)
  // Typing another text, or on no real keyboard, measures nothing, so that nothing is learned by trying.
  if ('again' in read) throw verificationErrors.typeAgain()
  if ('unavailable' in read) return replaceTask(ctx, course, check, 'unusable')
  const counted = await updateCheckTries(ctx, check)
  if ('doubt' in read) return decide(ctx, course, counted, 'doubtful', { detail: read.doubt })
  const band = bandOf(version)
  const profile = profileOf(
    kept.filter(({ enrolled_ind }) => enrolled_ind).map(({ timings }) => timings),
    band,
  )
  const { score, threshold, passed } = scoreTyping(profile, read.timings, band)
  await insertSample(ctx, course, read.timings, false)
  const [result, measured]: [TryResult, Measured] = [passed ? 'right' : 'doubtful', { score, threshold }]
  return decide(ctx, course, counted, result, measured)
}
