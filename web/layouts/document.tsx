import { directionOf } from '#platform/locale-format.ts'
import { hasChangedTexts, texts, textsRevision } from '#platform/texts.ts'
import { brandStyle, isColor } from '#platform/ui/brand-colors.ts'
import { LocaleContext, useTexts } from '#platform/ui/locale.tsx'
import { titleWith } from '#platform/ui/tab-title.ts'
import { Toaster } from '#platform/ui/toaster.tsx'
import type { DocumentProps } from '#platform/web/render.tsx'
import { defaultZone } from '#platform/zone.ts'
import { manifestAddress, touchIconAddress } from '#web/site-icons.ts'
import { pressLoader } from './press-loader.ts'
import { restoredScript } from './restored.ts'

const messages = texts({ messages: ['Messages', 'Mensajes'] })

const waymark = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0b6244"/><path d="M14.5 6h3v20h-3zM8 8.5h13l3.5 3-3.5 3H8zM24 17H13.5l-3 2.5 3 2.5H24z" fill="#fff"/></svg>',
)}`

/** The complete HTML of a page, around its rendered body. */
export function Document(props: DocumentProps) {
  const { title, lang, frame, nonce, head, body, words: about, origins, restorable } = props
  const hasScripts = head.scripts.length > 0 || head.pressEntry !== null
  return (
    <html
      lang={lang}
      dir={directionOf(lang) === 'rtl' ? 'rtl' : undefined}
      // The revision by which islands load the texts that staff changed.
      data-texts={(hasScripts && hasChangedTexts(lang) && textsRevision()) || undefined}
      data-person={frame.user?.user_id}
      data-origins={origins}
      data-build={hasScripts ? head.build : undefined}
      data-restored={restorable === 'private' && frame.user ? 'ask' : undefined}
      data-zone={frame.time_zone === defaultZone ? undefined : frame.time_zone}
      data-theme={frame.theme === 'system' ? undefined : frame.theme}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta property="csp-nonce" nonce={nonce} />
        <meta name="color-scheme" content="light dark" />
        <title>{titleWith(frame.notifications.total + (frame.unread_tickets ?? 0), title)}</title>
        {about.description && <meta name="description" content={about.description} />}
        {about.canonical && <link rel="canonical" href={about.canonical} />}
        {about.alternates?.map(([language, href]) => (
          <link key={language} rel="alternate" hrefLang={language} href={href} />
        ))}
        {about.card && <Card {...about} card={about.card} lang={lang} />}
        {about.facts && <Facts facts={about.facts} />}
        {head.fonts.map((href) => (
          <link key={href} rel="preload" as="font" type="font/woff2" href={href} crossOrigin="anonymous" />
        ))}
        {head.css.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        {restorable && frame.user && <Restored nonce={nonce} />}
        <BrandColor color={frame.brand.color} nonce={nonce} />
        {head.preload.map((href) => (
          <link key={href} rel="modulepreload" href={href} nonce={nonce} />
        ))}
        {head.scripts.map((src) => (
          <script key={src} type="module" src={src} nonce={nonce} />
        ))}
        {head.pressEntry && <PressLoader entry={head.pressEntry} nonce={nonce} />}
        <link rel="icon" href={waymark} type="image/svg+xml" />
        <link rel="apple-touch-icon" href={touchIconAddress} />
        <link rel="manifest" href={manifestAddress} />
      </head>
      <body>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: what React has just rendered */}
        <div id="page" dangerouslySetInnerHTML={{ __html: body }} />
        <LocaleContext value={lang}>
          <Messages />
        </LocaleContext>
      </body>
    </html>
  )
}

type CardProps = Pick<DocumentProps['words'], 'description' | 'canonical'> & {
  card: NonNullable<DocumentProps['words']['card']>
  lang: string
}

/** The preview of a shared link to the page. */
function Card({ card: { title, site, image, imageAlt }, description, canonical, lang }: CardProps) {
  const [language, country] = lang.split('-')
  const facts = [
    ['og:type', 'website'],
    ['og:site_name', site],
    ['og:title', title],
    ['og:description', description],
    ['og:url', canonical],
    ['og:image', image],
    ['og:image:alt', imageAlt],
    ['og:locale', `${language}_${country?.toUpperCase()}`],
  ] as const
  return (
    <>
      {facts.map(([property, content]) => content && <meta key={property} property={property} content={content} />)}
      <meta name="twitter:card" content="summary" />
    </>
  )
}

/** Structured data, not a script: nothing in it runs, and its escaped `<` can't end the element. */
function Facts({ facts }: { facts: Readonly<Record<string, unknown>> }) {
  const json = JSON.stringify({ '@context': 'https://schema.org', ...facts }).replaceAll('<', '\\u003c')
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON without any `<`
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />
}

function Messages() {
  const t = useTexts(messages)
  return <Toaster label={t('messages')} />
}

const Restored = ({ nonce }: { nonce: string }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own script
  <script nonce={nonce} dangerouslySetInnerHTML={{ __html: restoredScript }} />
)

// A module: it runs once the page has been read.
const PressLoader = ({ entry, nonce }: { entry: string; nonce: string }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own script
  <script type="module" nonce={nonce} dangerouslySetInnerHTML={{ __html: pressLoader(entry) }} />
)

/** An organization's color, validated again because it becomes CSS. */
function BrandColor({ color, nonce }: { color: string | null; nonce: string }) {
  if (!isColor(color)) return null
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the only changing parts are checked colors
  return <style nonce={nonce} dangerouslySetInnerHTML={{ __html: brandStyle(color) }} />
}
