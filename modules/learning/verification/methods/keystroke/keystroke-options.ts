import type { CourseVersion } from '#modules/catalogue/index.ts'
import { methodsOf, securityOf } from '#modules/learning/due-check/options.ts'
import type { Setup } from '#modules/learning/verification/setup.sql.ts'
import { type Band, samplesNeeded } from '#modules/security/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { countEnrolled } from './typing-sample.sql.ts'

/** The text that a course has typed; empty where it has none. */
export const sentenceOf = (version: CourseVersion): string => securityOf(version).methods.keystroke.content.trim()

export function bandOf(version: CourseVersion): Band {
  const { lowerThreshold: lower, upperThreshold: upper } = securityOf(version).methods.keystroke
  return { lower, upper }
}

/** Whether a course asks this student to type at all. */
export const wantsTyping = (version: CourseVersion, setup: Setup | null): boolean =>
  methodsOf(version).includes('keystroke') && sentenceOf(version) !== '' && !setup?.typing_waived_at

/** Whether there is a profile to hold a sample against. */
export const isTypingUsable = async (ctx: Ctx, version: CourseVersion, setup: Setup): Promise<boolean> =>
  wantsTyping(version, setup) && (await countEnrolled(ctx, setup.student_course_id)) >= samplesNeeded
