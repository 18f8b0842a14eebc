import type { LayoutProps } from '../../platform/web/page.ts'
import { Footer, TopBar } from './public.tsx'
import { FlashMessage, Shell } from './shell.tsx'

/** Dashboard and account: the work of the student, without the catalogue's search. */
export function StudentLayout({ frame, children }: LayoutProps) {
  return (
    <Shell frame={frame}>
      <div className="flex min-h-dvh flex-col">
        <TopBar frame={frame} />
        <main
          id="main"
          tabIndex={-1}
          className="mx-auto w-full max-w-page flex-1 px-4 py-6 outline-none sm:px-6 md:py-8"
        >
          <FlashMessage frame={frame} />
          {children}
        </main>
        <Footer frame={frame} />
      </div>
    </Shell>
  )
}
