import type { LayoutProps } from '../../platform/web/page.ts'
import { FlashMessage } from './shell.tsx'

/** A page above another one, in a dialog: what its form said, and the page. */
export const PartLayout = ({ frame, children }: LayoutProps) => (
  <main>
    <FlashMessage frame={frame} />
    {children}
  </main>
)
