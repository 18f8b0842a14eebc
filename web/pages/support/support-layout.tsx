import type { LayoutProps } from '#platform/web/page.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { StudentLayout } from '#web/layouts/student.tsx'

/** Staff work on tickets in the management area; everyone else writes from their own pages. */
export const SupportLayout = (props: LayoutProps) =>
  props.frame.drawer.length > 0 ? <BackOfficeLayout {...props} /> : <StudentLayout {...props} />
