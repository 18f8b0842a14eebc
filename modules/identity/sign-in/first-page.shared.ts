import { pathTo } from '#platform/path-to.ts'

/**
 * The page after sign-in. Staff who followed no link begin with what waits for them: the dashboard would lead them to
 * the list of students. Auditors have their own pages. `user` is null until sign-in is complete.
 */
export function firstPage(user: { role: string } | null | undefined, to: string): string {
  const isStaff = user && user.role !== 'Student' && user.role !== 'Auditor'
  return isStaff && to === pathTo('/dashboard') ? pathTo('/manage/home') : to
}
