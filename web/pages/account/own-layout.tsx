import type { LayoutProps } from '#platform/web/page.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { StudentLayout } from '#web/layouts/student.tsx'

/** Students and staff have different layouts, and keep them on their own account. */
export function OwnLayout(props: LayoutProps) {
  return props.frame.user?.role === 'Student' ? <StudentLayout {...props} /> : <BackOfficeLayout {...props} />
}
