import { selectCourseVersion } from '#modules/catalogue/index.ts'
import { learningErrors } from '#modules/learning/errors.ts'
import { ofCourse } from '#modules/learning/permissions.ts'
import { courseEvent } from '#modules/learning/student-course/course-event.ts'
import { lockStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import { verificationErrors } from '#modules/learning/verification/errors.ts'
import { finishSetup, requireSetupOpen, SetupSaved } from '#modules/learning/verification/finish-setup.ts'
import { isTypingRequired, sentenceOf } from '#modules/learning/verification/methods/keystroke.ts'
import { openSetup } from '#modules/learning/verification/setup.sql.ts'
import { tries } from '#modules/learning/verification/verify.ts'
import { samplesNeeded } from '#modules/security/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { id, z } from '#platform/schema.ts'
import { readSample, TypedSample } from './read-sample.ts'
import { countEnrolled, insertSample, listSamples } from './typing-sample.sql.ts'

const fails = [
  verificationErrors.setupClosed,
  verificationErrors.typeAgain,
  verificationErrors.typingUnavailable,
  verificationErrors.typingNotOwn,
  learningErrors.cannotEnter,
]

export const typingSample = operation({
  call: 'POST /security/typingSample',
  summary: 'Stores a sample of how a student types the text of a course, for the profile of its setup',
  added: true,
  may: ofCourse('student_course_id'),
  takes: z.object({ student_course_id: id(), sample: TypedSample }),
  gives: SetupSaved,
  fails,
  rate: tries,
  async run(ctx, { student_course_id, sample }) {
    const { course, version } = await openTypingSetup(ctx, student_course_id)
    const earlierSamples = await listSamples(ctx, course)
    const result = readSample(
      sample,
      sentenceOf(version),
      earlierSamples.map(({ timings }) => timings),
    )
    if ('again' in result) throw verificationErrors.typeAgain()
    if ('unavailable' in result) throw verificationErrors.typingUnavailable()
    if ('doubt' in result) throw verificationErrors.typingNotOwn()
    if (earlierSamples.filter(({ enrolled_ind }) => enrolled_ind).length < samplesNeeded)
      await insertSample(ctx, course, result.timings, true)
    const samples = await countEnrolled(ctx, student_course_id)
    if (samples >= samplesNeeded)
      await ctx.audit({ action: 'security.typing', ...courseEvent(course), after: { samples } })
    return finishSetup(ctx, course, version)
  },
})

async function openTypingSetup(ctx: Ctx, student_course_id: number) {
  const course = await lockStudentCourse(ctx, student_course_id)
  const version = await selectCourseVersion(ctx, course.course_version_id)
  await requireSetupOpen(ctx, course, version)
  if (!isTypingRequired(version, await openSetup(ctx, course))) throw errors.notFound()
  return { course, version }
}
