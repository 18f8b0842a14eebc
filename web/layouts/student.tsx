import type { LayoutProps } from '#platform/web/page.ts'
import { PageWithFooter, TopBar } from './public.tsx'

/** The pages of a person who is signed in, without the catalogue's search in the header. */
export const StudentLayout = ({ frame, children }: LayoutProps) => (
  <PageWithFooter frame={frame} bar={<TopBar frame={frame} />}>
    {children}
  </PageWithFooter>
)
