import type { CourseVersion } from '#modules/catalogue/index.ts'
import { selectCourseVersion } from '#modules/catalogue/index.ts'
import { methodsOf, securityOf } from '#modules/learning/due-check/options.ts'
import { lockReason } from '#modules/learning/status/lock-reason.ts'
import { verificationErrors } from '#modules/learning/verification/errors.ts'
import type { Setup } from '#modules/learning/verification/setup.sql.ts'
import { profileOf, type ScoreBand, samplesNeeded, scoreTyping } from '#modules/security/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { z } from '#platform/schema.ts'
import { keystrokeTexts } from './keystroke/keystroke.texts.ts'
import { readSample, type TypedSample } from './keystroke/read-sample.ts'
import { clearProfile, countEnrolled, insertSample, listSamples } from './keystroke/typing-sample.sql.ts'
import { keystrokeRecords, keystrokeWords } from './keystroke.texts.ts'
import { type CurrentCheck, measuringMethod, type SetupContext, type Verdict } from './method.ts'

/** The text to type for a course; empty if it has none. */
export const sentenceOf = (version: CourseVersion): string => securityOf(version).methods.keystroke.content.trim()

function thresholdsOf(version: CourseVersion): ScoreBand {
  const { lowerThreshold: lower, upperThreshold: upper } = securityOf(version).methods.keystroke
  return { lower, upper }
}

/** Whether a course requires this student to type. */
export const isTypingRequired = (version: CourseVersion, setup: Setup | null): boolean =>
  methodsOf(version).includes('keystroke') && sentenceOf(version) !== '' && !setup?.waivers.keystroke.waived_at

/** Whether there is a profile to compare a sample with. */
const isUsable = async (ctx: Ctx, { version, setup }: { version: CourseVersion; setup: Setup }): Promise<boolean> =>
  isTypingRequired(version, setup) && (await countEnrolled(ctx, setup.student_course_id)) >= samplesNeeded

const isMissing = async (ctx: Ctx, { version, setup }: SetupContext): Promise<boolean> =>
  isTypingRequired(version, setup) && !(setup && (await isUsable(ctx, { version, setup })))

/** Identifies a person by typing rhythm. */
export const keystroke = measuringMethod({
  words: keystrokeWords,
  recordTexts: keystrokeRecords,
  setup: {
    part: 'typing',
    place: 4,
    isMissing,
    shape: {
      /** The text to type, and the progress in samples; null if typing is not checked. */
      typing: z.object({ sentence: z.string(), samples: z.number(), needed: z.number() }).nullable(),
    },
    async read(ctx, { student_course_id, version, setup }) {
      if (!isTypingRequired(version, setup)) return { typing: null }
      const samples = await countEnrolled(ctx, student_course_id)
      return { typing: { sentence: sentenceOf(version), samples, needed: samplesNeeded } }
    },
  },
  content: {
    /** The text of a typing check. */
    shape: { sentence: z.string().nullable() },
    read: async (_ctx, { options }) => ({ sentence: options.methods.keystroke.content.trim() }),
  },
  moments: (methods) => methods.keystroke,
  questions: null,
  timed: true,
  isUsable,
  canContinue: isUsable,
  judge,
  doubt: lockReason.keystroke,
  waiver: {
    action: 'security.waive-typing',
    skipped: keystrokeTexts.waived,
    evidence: {
      shape: { samples: z.number() },
      read: async (ctx, { student_course_id }) => ({ samples: await countEnrolled(ctx, student_course_id) }),
    },
  },
  reset: clearProfile,
})

async function judge(ctx: Ctx, { course }: CurrentCheck, sample: TypedSample): Promise<Verdict> {
  const version = await selectCourseVersion(ctx, course.course_version_id)
  const samples = await listSamples(ctx, course)
  const result = readSample(
    sample,
    sentenceOf(version),
    samples.map(({ timings }) => timings),
  )
  // A different text, or one typed without a real keyboard, is not measured and reveals nothing to an attacker.
  if ('again' in result) throw verificationErrors.typeAgain()
  if ('unavailable' in result) return { replaced: 'unusable' }
  if ('doubt' in result) return { result: 'doubtful', detail: result.doubt }
  const band = thresholdsOf(version)
  const profile = profileOf(
    samples.filter(({ enrolled_ind }) => enrolled_ind).map(({ timings }) => timings),
    band,
  )
  const { score, threshold, passed } = scoreTyping(profile, result.timings, band)
  await insertSample(ctx, course, result.timings, false)
  return { result: passed ? 'right' : 'doubtful', score, threshold }
}
