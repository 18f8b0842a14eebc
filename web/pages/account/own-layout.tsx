import type { LayoutProps } from '#platform/web/page.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { StudentLayout } from '#web/layouts/student.tsx'

/** Students and staff come from different places to their own account, and stay there. */
export function OwnLayout(props: LayoutProps) {
  return props.frame.user?.role === 'Student' ? <StudentLayout {...props} /> : <BackOfficeLayout {...props} />
}
