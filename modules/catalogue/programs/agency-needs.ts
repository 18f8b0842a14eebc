import type { Ctx } from '#platform/ctx.ts'
import { port } from '#platform/ctx.ts'
import type { StudentDatum } from './student-data.shared.ts'

/** A course as its completions would be reported, with the data that its questions collect. */
export type ReportedCourse = {
  organization_id: number
  course_id: number
  program_id: string | null
  lk_course_state_ids: readonly number[]
  collected: ReadonlySet<StudentDatum>
}

export type AgencyNeed = { agency_name: string; datum: StudentDatum }

/** Finds what the agencies of a course need and its questions do not collect: a module that reports knows the agencies. */
export type AgencyNeeds = (ctx: Ctx, course: ReportedCourse) => Promise<AgencyNeed[]>
export const agencyNeeds = port<AgencyNeeds>('agency-needs')
