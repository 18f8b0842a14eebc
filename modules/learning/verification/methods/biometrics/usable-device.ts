import type { CourseVersion } from '#modules/catalogue/index.ts'
import { methodsOf } from '#modules/learning/due-check/options.ts'
import type { Setup } from '#modules/learning/verification/setup.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { findDevice } from './device.sql.ts'

/** Whether a course asks this student for a device that knows them. */
export const wantsDevice = (version: CourseVersion, setup: Setup | null): boolean =>
  methodsOf(version).includes('biometrics') && !setup?.device_waived_at

/** Whether there is a device to ask. */
export const isDeviceUsable = async (ctx: Ctx, version: CourseVersion, setup: Setup): Promise<boolean> =>
  wantsDevice(version, setup) && (await findDevice(ctx, setup.student_course_id)) !== null
