import type { LayoutProps } from '#platform/web/page.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { FlashMessage } from '#web/layouts/shell.tsx'
import { StudentLayout } from '#web/layouts/student.tsx'

/** The frame of the list and of each ticket: navigating between them loads only this part (`swap` of a page). */
export const supportFrame = 'support'

/** Staff work on tickets in the management area; everyone else writes from their own pages. */
export function SupportLayout({ frame, children, ...more }: LayoutProps) {
  const part = (
    <div data-swap={supportFrame}>
      <FlashMessage frame={frame} />
      {children}
    </div>
  )
  if (frame.swapped) return part
  const Layout = frame.drawer.length > 0 ? BackOfficeLayout : StudentLayout
  return (
    <Layout {...more} frame={{ ...frame, flash: null }}>
      {part}
    </Layout>
  )
}
