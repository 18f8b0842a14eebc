import { createHash } from 'node:crypto'

/** The people and records in the load. IDs have no gaps: the nth student has the nth ID of each kind. */
export type Seeded = {
  /** This many take the course; the last ones are at another component. */
  readonly students: number
  /** This many have come as far as the lesson and the quiz. */
  readonly learners: number
  readonly first: { readonly user_id: number; readonly student_course_id: number; readonly student_progress_id: number }
  readonly lesson: { readonly component_id: number; readonly name: string; readonly position: number }
  readonly quiz: { readonly component_id: number; readonly question_id: number; readonly options: readonly number[] }
  /** Students at other components, for their pages. */
  readonly visitors: Readonly<Record<'unregistered' | 'film' | 'quiz' | 'beginner', Place>>
  readonly admins: readonly number[]
  readonly gridStudents: number
  readonly exported: number
}

/**
 * The last students buy one after the other (ten) and together (400) for the receipts; the other checkouts leave them
 * out.
 */
export const receiptBuyers = 410

export type Place = { readonly user_id: number; readonly student_course_id: number; readonly component_id: number }

/** The number of each kind. */
export type Sizes = Pick<Seeded, 'students' | 'learners' | 'gridStudents'>
export const ratioSizes: Sizes = { students: 2_000, learners: 200, gridStudents: 200_000 }
export const languageSizes: Sizes = { students: 400, learners: 200, gridStudents: 1_000 }
export const course_website_id = 1001

/** The session reference that `seed` gives a person; stored as its SHA-256, like every other. */
export const sessionOf = (user_id: number): string =>
  createHash('sha256').update(`bench ${user_id}`).digest('base64url')
export const leaseOf = (user_id: number): string => {
  const hex = createHash('md5').update(`bench ${user_id}`).digest('hex')
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')
}
