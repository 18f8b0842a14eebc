import { pathTo } from '#platform/path-to.ts'

/**
 * The page after sign-in. Staff who followed no link begin with what waits for them: the dashboard would lead them to
 * the list of students. Auditors have their own pages. `user` is null until sign-in is complete.
 */
export const firstPage = (user: { role: string } | null | undefined, to: string): string =>
  to === pathTo('/dashboard') && user && !['Student', 'Auditor'].includes(user.role) ? pathTo('/manage/home') : to
