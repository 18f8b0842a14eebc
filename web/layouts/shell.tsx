import type { ReactNode } from 'react'
import { texts } from '../../platform/texts.ts'
import { Banner } from '../../platform/ui/banner.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { useTexts } from '../../platform/ui/locale.tsx'
import type { Frame } from '../../platform/web/frame.ts'

const words = texts({
  skip: ['Skip to content', 'Saltar al contenido'],
  viewing: ['Viewing as {user}', 'Viendo como {user}'],
  exit: ['Exit', 'Salir'],
})

const banners = { success: 'success', error: 'error', info: 'info' } as const

/** What every page has: skip link, 'Viewing as', the banner of the organization, and the sentence of the last deed. */
export function Shell({ frame, children }: { frame: Frame; children: ReactNode }) {
  const t = useTexts(words)
  return (
    <>
      <a
        href="#main"
        className="z-50 rounded-md bg-surface px-4 py-2 font-semibold text-ink shadow-over not-focus:sr-only focus:absolute focus:top-2 focus:left-2"
      >
        {t('skip')}
      </a>
      {frame.viewing_as && (
        <form
          method="post"
          action={frame.viewing_as.exit}
          aria-label={t('viewing', { user: frame.user?.name ?? '' })}
          className="flex flex-wrap items-center justify-center gap-3 bg-purple-soft px-4 py-1.5 text-purple-ink print:hidden"
        >
          <span className="font-semibold">{t('viewing', { user: frame.user?.name ?? '' })}</span>
          <Button type="submit" look="secondary" size="small">
            {t('exit')}
          </Button>
        </form>
      )}
      {frame.banner && (
        <Banner kind={frame.banner.kind} className="rounded-none print:hidden">
          {frame.banner.text}
        </Banner>
      )}
      {children}
    </>
  )
}

/** The sentence that the last deed left; at the top of the main part. */
export function FlashMessage({ frame }: { frame: Frame }) {
  return frame.flash ? (
    <Banner kind={banners[frame.flash.kind]} className="mb-5">
      {frame.flash.text}
    </Banner>
  ) : null
}
