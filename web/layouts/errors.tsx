import type { Context } from 'hono'
import type { ReactNode } from 'react'
import { pathTo } from '#platform/path-to.ts'
import { anyone } from '#platform/permissions.ts'
import { type Locale, localize, type Text, texts } from '#platform/texts.ts'
import { LinkButton } from '#platform/ui/button.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { TextLink } from '#platform/ui/parts.tsx'
import { Scene } from '#platform/ui/scenes/scene.tsx'
import type { SceneName } from '#platform/ui/scenes/scenes.ts'
import { themeOf } from '#platform/web/cookies.ts'
import { anonymousFrame, type Frame } from '#platform/web/frame.ts'
import { type AnyPage, page } from '#platform/web/page.ts'
import { renderHtml } from '#platform/web/render.tsx'
import { Document } from './document.tsx'
import { Brand } from './header.tsx'
import { PublicLayout } from './public.tsx'

const messages = texts({
  notFound: ['Page Not Found', 'Página no encontrada'],
  notFoundLead: [
    "We couldn't find this page. Check the address for spelling mistakes, or go to one of the pages below.",
    'No encontramos esta página. Revise si la dirección está bien escrita o vaya a una de las páginas siguientes.',
  ],
  goneLead: ['This page has been removed.', 'Se eliminó esta página.'],
  unauthorized: ["You don't have access", 'No tiene acceso'],
  unauthorizedLead: ['You cannot access this page.', 'No puede acceder a esta página.'],
  failed: ['Something went wrong', 'Algo salió mal'],
  failedLead: ['An error occurred. Try again in a moment.', 'Ocurrió un error. Inténtelo de nuevo en un momento.'],
  number: [
    'If you contact support, give them this number: {id}',
    'Si se comunica con soporte, indique este número: {id}',
  ],
  closed: ['This site is closed', 'Este sitio está cerrado'],
  closedLead: ["{name} isn't offering courses here right now.", '{name} no ofrece cursos aquí en este momento.'],
  closedContact: ['If you have a question, email', 'Si tiene alguna pregunta, escriba a'],
  home: ['Go to the dashboard', 'Ir al panel'],
  homePage: ['Go to the home page', 'Ir a la página de inicio'],
  courses: ['Search courses', 'Buscar cursos'],
  support: ['Contact support', 'Comunicarse con soporte'],
  again: ['Try again', 'Intentar de nuevo'],
})

type ErrorViewProps = { scene: SceneName; title: ReactNode; lead: ReactNode; children: ReactNode }

function ErrorView({ scene, title, lead, children }: ErrorViewProps) {
  return (
    <div className="mx-auto grid max-w-5xl items-center gap-x-12 gap-y-6 py-6 sm:py-16 md:grid-cols-2">
      <Scene name={scene} size="large" decorative className="md:order-last" />
      <div className="grid gap-4">
        <h1 className="text-3xl font-bold tracking-tight">{title}</h1>
        <p className="text-lg text-muted-foreground">{lead}</p>
        <div className="mt-2 flex flex-wrap gap-3">{children}</div>
      </div>
    </div>
  )
}

function Ways({ frame }: { frame: Frame }) {
  const t = useTexts(messages)
  return (
    <>
      {frame.user ? (
        <LinkButton href={pathTo('/dashboard')}>{t('home')}</LinkButton>
      ) : (
        <LinkButton href={pathTo('/')}>{t('homePage')}</LinkButton>
      )}
      <LinkButton href={pathTo('/courses/search')} variant="outline">
        {t('courses')}
      </LinkButton>
      <LinkButton href={pathTo('/support/contact')} variant="link">
        {t('support')}
      </LinkButton>
    </>
  )
}

const errorPage = (address: string, status: 403 | 404 | 410, title: Text, lead: Text): AnyPage =>
  page({
    address,
    title,
    status,
    may: anyone,
    layout: PublicLayout,
    view: (_data, { locale, frame }) => (
      <ErrorView scene="deadEnd" title={localize(locale, title)} lead={localize(locale, lead)}>
        <Ways frame={frame} />
      </ErrorView>
    ),
  })

/** /404, /410 and /unauthorized. */
export const errorPages: readonly AnyPage[] = [
  errorPage('/404', 404, messages.notFound, messages.notFoundLead),
  errorPage('/410', 410, messages.notFound, messages.goneLead),
  errorPage('/unauthorized', 403, messages.unauthorized, messages.unauthorizedLead),
]

type FailedRequest = {
  locale: Locale
  requestId: string
  status?: number
  message?: string
  product: string
  headers?: Readonly<Record<string, string>>
}

/** The page of a failure. It does not use the database, which may be the cause. */
export function failedPage(
  c: Context,
  { locale, requestId, status = 500, message, product, headers = {} }: FailedRequest,
): Response {
  const title = localize(locale, messages.failed)
  const frame = bareFrame(c, locale, product)
  const tree = (
    <main id="main" className="mx-auto max-w-page px-4">
      <ErrorView scene="rain" title={title} lead={message ?? localize(locale, messages.failedLead)}>
        <LinkButton href={c.req.method === 'GET' ? frame.path : pathTo('/dashboard')}>
          {localize(locale, messages.again)}
        </LinkButton>
        <LinkButton href={pathTo('/support/contact', { query: { details: requestId } })} variant="link">
          {localize(locale, messages.support)}
        </LinkButton>
        {requestId && (
          <p className="figures w-full text-sm text-muted-foreground">
            {localize(locale, messages.number, { id: requestId })}
          </p>
        )}
      </ErrorView>
    </main>
  )
  return renderHtml(c, tree, { title: `${title} | ${product}`, frame, status, document: Document, headers })
}

type ClosedSite = { locale: Locale; organization: { name: string; brand_color: string | null; email: string } }

/** Every page of an inactive or suspended organization. */
export function closedPage(c: Context, { locale, organization }: ClosedSite): Response {
  const { name, email, brand_color } = organization
  const title = localize(locale, messages.closed)
  const frame = { ...bareFrame(c, locale, name), brand: { name, logo: null, color: brand_color } }
  const tree = (
    <>
      <header className="border-b bg-card">
        <div className="mx-auto flex max-w-page px-4 py-2 sm:px-6">
          <Brand frame={frame} />
        </div>
      </header>
      <main id="main" className="mx-auto max-w-page px-4">
        <ErrorView scene="night" title={title} lead={localize(locale, messages.closedLead, { name })}>
          {email && (
            <p>
              {localize(locale, messages.closedContact)} <TextLink href={`mailto:${email}`}>{email}</TextLink>
            </p>
          )}
        </ErrorView>
      </main>
    </>
  )
  return renderHtml(c, tree, { title: `${title} | ${name}`, frame, status: 503, document: Document })
}

function bareFrame(c: Context, locale: Locale, product: string): Frame {
  const url = new URL(c.req.url)
  const brand = { name: product, logo: null, color: null }
  const support = { phone: null, email: null, hours: '', href: null }
  const frame = anonymousFrame({ brand, support, banner: null, locale, theme: themeOf(c) })
  return { ...frame, path: url.pathname + url.search }
}
