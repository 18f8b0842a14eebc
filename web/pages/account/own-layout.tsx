import type { LayoutProps } from '../../../platform/web/page.ts'
import { BackOfficeLayout } from '../../layouts/backoffice.tsx'
import { StudentLayout } from '../../layouts/student.tsx'

/** Students and staff come from different places to their own account, and stay there. */
export function OwnLayout(props: LayoutProps) {
  return props.frame.user?.role === 'Student' ? <StudentLayout {...props} /> : <BackOfficeLayout {...props} />
}
