import type { LayoutProps } from '#platform/web/page.ts'
import { FlashMessage } from './shell.tsx'

/** A page in a dialog over another page: the messages of its form, and the page. */
export const PartLayout = ({ frame, children }: LayoutProps) => (
  <main>
    <FlashMessage frame={frame} />
    {children}
  </main>
)
