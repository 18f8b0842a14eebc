import type { LayoutProps } from '#platform/web/page.ts'
import { PageWithFooter, TopBar } from './public.tsx'

/** Dashboard and account: the student's pages, without the catalogue's search. */
export const StudentLayout = ({ frame, children }: LayoutProps) => (
  <PageWithFooter frame={frame} bar={<TopBar frame={frame} />}>
    {children}
  </PageWithFooter>
)
