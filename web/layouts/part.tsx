import type { LayoutProps } from '#platform/web/page.ts'
import { FlashMessage } from './shell.tsx'

/** A page in a dialog above another page: its form's messages, and the page. */
export const PartLayout = ({ frame, children }: LayoutProps) => (
  <main>
    <FlashMessage frame={frame} />
    {children}
  </main>
)
