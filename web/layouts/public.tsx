import type { ReactNode } from 'react'
import { pathTo } from '#platform/path-to.ts'
import { texts } from '#platform/texts.ts'
import { cn } from '#platform/ui/cn.ts'
import { useTexts } from '#platform/ui/locale.tsx'
import { networkNames } from '#platform/ui/networks.ts'
import { TextLink } from '#platform/ui/parts.tsx'
import { type Frame, withCarriedParams } from '#platform/web/frame.ts'
import type { LayoutProps } from '#platform/web/page.ts'
import { AccountMenu, Bell, Brand, CartLink, isAuditorFrame, SearchForm } from './header.tsx'
import { Chat, FlashMessage, Shell } from './shell.tsx'

const messages = texts({
  courses: ['Courses', 'Cursos'],
  privacy: ['Privacy', 'Privacidad'],
  terms: ['Terms', 'Términos'],
  accessibility: ['Accessibility', 'Accesibilidad'],
  support: ['Support', 'Soporte'],
  social: ['{name} on other sites', '{name} en otros sitios'],
  secureCheckout: ['Secure checkout', 'Compra segura'],
})

/** Catalogue, details, sign-in. */
export const PublicLayout = ({ frame, children }: LayoutProps) => (
  <PageWithFooter frame={frame} bar={<TopBar frame={frame} search />}>
    {children}
  </PageWithFooter>
)

/** A page that others link to: only the brand and the language switch at the top. */
export const PlainLayout = ({ frame, children }: LayoutProps) => (
  <PageWithFooter
    frame={frame}
    bar={
      <header className={barClasses}>
        <div className="mx-auto flex max-w-page items-center gap-x-3 px-4 py-2 sm:px-6">
          <Brand frame={frame} href={pathTo('/')} />
          <div className="ms-auto flex items-center gap-1">
            <Chat frame={frame} inHeader />
            <AccountMenu frame={frame} />
          </div>
        </div>
      </header>
    }
  >
    {children}
  </PageWithFooter>
)

/** The checkout: nothing at the top leads away except the brand. */
export const CheckoutLayout = ({ frame, children }: LayoutProps) => (
  <PageWithFooter frame={frame} bar={<CheckoutBar frame={frame} />}>
    {children}
  </PageWithFooter>
)

/** The header bar, the page at its width, and the footer. The chat is in the bar, where it covers no text. */
export function PageWithFooter({ frame, bar, children }: Pick<LayoutProps, 'frame' | 'children'> & { bar: ReactNode }) {
  return (
    <Shell frame={frame} chat={false}>
      <div className="flex min-h-dvh flex-col">
        {bar}
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

const barClasses = 'border-b bg-card print:hidden'

/** The header bar of public and student pages. */
export function TopBar({ frame, search = false }: { frame: Frame; search?: boolean }) {
  return (
    <header className={barClasses}>
      <div className="mx-auto flex max-w-page flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2 sm:px-6">
        <Brand frame={frame} href={frame.user ? pathTo('/dashboard') : pathTo('/')} />
        {search && !isAuditorFrame(frame) && (
          <SearchForm
            carried={frame.carried}
            className={cn(
              'order-last w-full md:order-none md:mx-4 md:max-w-md md:flex-1',
              // The search page has a field of its own.
              frame.path.split('?', 1)[0] === pathTo('/courses/search') && 'max-md:hidden',
            )}
          />
        )}
        <div className="ms-auto flex items-center gap-1">
          {!isAuditorFrame(frame) && <BarLinks frame={frame} search={search} />}
          <Chat frame={frame} inHeader />
          <AccountMenu frame={frame} />
        </div>
      </div>
    </header>
  )
}

function BarLinks({ frame, search }: { frame: Frame; search: boolean }) {
  const t = useTexts(messages)
  return (
    <>
      {!search && (
        <TextLink
          href={withCarriedParams(frame, pathTo('/courses/search'))}
          className="px-3 no-underline max-sm:hidden"
        >
          {t('courses')}
        </TextLink>
      )}
      <CartLink frame={frame} />
      <Bell frame={frame} />
    </>
  )
}

function CheckoutBar({ frame }: { frame: Frame }) {
  const t = useTexts(messages)
  return (
    <header className={barClasses}>
      <div className="mx-auto flex max-w-page flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2 sm:px-6">
        <Brand frame={frame} href={frame.user ? pathTo('/dashboard') : pathTo('/')} />
        <p className="ms-auto text-sm font-semibold text-muted-foreground max-sm:hidden">{t('secureCheckout')}</p>
        <div className="flex items-center gap-1 max-sm:ms-auto">
          <Chat frame={frame} inHeader />
          <AccountMenu frame={frame} />
        </div>
      </div>
    </header>
  )
}

/** The website owner's social pages. */
function SocialLinks({ frame, className }: { frame: Frame; className: string }) {
  const t = useTexts(messages)
  const { name, social = [] } = frame.brand
  if (social.length === 0) return null
  return (
    <ul aria-label={t('social', { name })} className="flex flex-wrap gap-x-4">
      {social.map(({ network, href }) => (
        <li key={network}>
          <a href={href} rel="noopener noreferrer" className={className}>
            {networkNames[network] ?? network}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** Legal pages, and contacts. */
function Footer({ frame }: { frame: Frame }) {
  const t = useTexts(messages)
  const { phone, href } = frame.support
  const link = 'inline-flex min-h-6 items-center text-muted-foreground hover:text-foreground'
  return (
    <footer className="border-t bg-card text-sm text-muted-foreground print:hidden">
      <div className="mx-auto flex max-w-page flex-wrap items-center gap-x-6 gap-y-2 px-4 py-5 sm:px-6">
        <span className="me-auto">{frame.brand.name}</span>
        <SocialLinks frame={frame} className={link} />
        {phone && (
          <a href={`tel:${phone.replace(/[^\d+]/g, '')}`} className={`figures ${link}`}>
            {phone}
          </a>
        )}
        {href && !isAuditorFrame(frame) && (
          <a href={href} className={link}>
            {t('support')}
          </a>
        )}
        <a href={withCarriedParams(frame, pathTo('/accessibility'))} className={link}>
          {t('accessibility')}
        </a>
        <a href={withCarriedParams(frame, pathTo('/terms'))} className={link}>
          {t('terms')}
        </a>
        <a href={withCarriedParams(frame, pathTo('/privacy'))} className={link}>
          {t('privacy')}
        </a>
      </div>
    </footer>
  )
}
