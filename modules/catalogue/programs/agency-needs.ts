import type { Ctx } from '#platform/ctx.ts'
import { port } from '#platform/ctx.ts'
import type { StudentDatum } from './student-data.shared.ts'

/** The data that the completions of a course would report, including the data that its questions collect. */
export type ReportedCourse = {
  organization_id: number
  course_id: number
  program_id: string | null
  lk_course_state_ids: readonly number[]
  collected: ReadonlySet<StudentDatum>
}

/** `account`: the agency accepts no reports until the organization's account there is complete. */
export type AgencyNeed = { agency_name: string; datum: StudentDatum | 'account' }

/**
 * A port that finds the data that a course's agencies need and its questions do not collect; the reporting module
 * provides it.
 */
export type AgencyNeeds = (ctx: Ctx, course: ReportedCourse) => Promise<AgencyNeed[]>
export const agencyNeeds = port<AgencyNeeds>('agency-needs')
