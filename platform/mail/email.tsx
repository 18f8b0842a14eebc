import { type CSSProperties, Fragment, type ReactNode, use } from 'react'
import { directionOf } from '#platform/locale-format.ts'
import { type Locale, localText, texts } from '#platform/texts.ts'
import { accentOf, brandVariables, isColor } from '#platform/ui/brand-colors.ts'
import { networkNames } from '#platform/ui/networks.ts'
import { FooterContext, LookContext } from './footer.ts'

export type EmailBrand = {
  name: string
}

export type EmailRow = readonly [what: string, value: string]

export type EmailProps = {
  locale: Locale
  brand: EmailBrand
  /** The inbox preview after the subject. */
  preheader: string
  heading: string
  /** The name in the greeting; '' greets without a name, absent means no greeting. */
  name?: string
  /** The paragraphs; false ones are left out. */
  body: readonly (ReactNode | false)[]
  /** Items and amounts, below the body. */
  rows?: readonly EmailRow[]
  button?: { label: string; href: string }
  footer?: ReactNode
}

const messages = texts({
  hello: ['Hi {name},', 'Hola, {name}:'],
  hello_any: ['Hi,', 'Hola:'],
  why_security: [
    'You got this email because it is about signing in to your account.',
    'Recibió este correo porque se trata del acceso a su cuenta.',
  ],
  why_service: [
    'You got this email because of your order, your course or your account with us.',
    'Recibió este correo por su pedido, su curso o su cuenta con nosotros.',
  ],
  why_personal: [
    'You got this email because one of our staff wrote to you or invited you.',
    'Recibió este correo porque alguien de nuestro personal le escribió o le envió una invitación.',
  ],
  why_reminder: [
    'You got this email because you asked for it or left something unfinished on our site.',
    'Recibió este correo porque lo solicitó o porque dejó algo sin terminar en nuestro sitio.',
  ],
  button_fails: [
    "If the button doesn't work, copy this address into your browser:",
    'Si el botón no funciona, copie esta dirección en su navegador:',
  ],
})

const brandGreen = '#006341'
const fontFamily = "'Source Sans 3', system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"

// Mail programs that support dark mode follow these rules; others keep the inline colors.
const linkStyle = (link: string, darkLink: string) => `.email-words a { color: ${link} }
@media (prefers-color-scheme: dark) {
  .email-page { background-color: #1c1b19 !important }
  .email-card { background-color: #262522 !important; border-color: #3d3b36 !important }
  .email-words, .email-heading { color: #f1efea !important }
  .email-heading img { background-color: #ffffff; color: #1c1b19; padding: 4px 8px; border-radius: 6px }
  .email-small { color: #b9b5ac !important }
  .email-small a, .email-words a { color: ${darkLink} !important }
}`

const styles = {
  page: { margin: 0, padding: 0, backgroundColor: '#f5f3ef', fontFamily: fontFamily },
  // Fixed tables stay within the screen's width: a long word breaks inside.
  frame: { backgroundColor: '#f5f3ef', tableLayout: 'fixed' },
  card: {
    tableLayout: 'fixed',
    maxWidth: 600,
    backgroundColor: '#ffffff',
    border: '1px solid #e3dfd7',
    borderRadius: 8,
  },
  cell: { padding: '32px 24px 24px', overflowWrap: 'anywhere' },
  brand: { padding: '24px 8px 16px', fontSize: 18, fontWeight: 700, color: '#33312d' },
  heading: { margin: '0 0 16px', fontSize: 24, lineHeight: '32px', color: '#1f1e1b' },
  words: { fontSize: 16, lineHeight: '24px', color: '#33312d', overflowWrap: 'anywhere', wordBreak: 'break-word' },
  rows: { margin: '16px 0 0', tableLayout: 'fixed', borderCollapse: 'collapse' },
  what: { padding: '6px 12px 6px 0', verticalAlign: 'top', wordBreak: 'break-word' },
  value: { padding: '6px 0', verticalAlign: 'top', fontWeight: 600, wordBreak: 'break-word' },
  small: { padding: '16px 8px 32px', fontSize: 14, lineHeight: '20px', color: '#6b675f' },
  note: { margin: '16px 0 0', fontSize: 14, lineHeight: '20px', color: '#6b675f', wordBreak: 'break-word' },
  button: { display: 'inline-block', padding: '12px 24px', color: '#ffffff', fontWeight: 700, textDecoration: 'none' },
  hidden: { display: 'none', maxHeight: 0, overflow: 'hidden', opacity: 0 },
} satisfies Record<string, CSSProperties>

/**
 * The page of every email: brand, heading, greeting, body, rows, one action, footer. Tables and inline styles, as mail
 * programs need.
 */
export function Email({ locale, brand, preheader, heading, name, body, rows = [], button, footer }: EmailProps) {
  return (
    <html lang={locale.slice(0, 2)} dir={directionOf(locale) === 'rtl' ? 'rtl' : undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{heading}</title>
        <LinkStyle />
      </head>
      <body className="email-page" style={styles.page}>
        <div data-text="none" style={styles.hidden}>
          {preheader}
        </div>
        <Table className="email-page" style={styles.frame}>
          <td align="center" style={{ padding: '0 16px' }}>
            <Table style={{ maxWidth: 600 }}>
              <td className="email-heading" style={styles.brand}>
                <Brand {...brand} />
              </td>
            </Table>
            <Table className="email-card" style={styles.card}>
              <td style={styles.cell}>
                <h1 className="email-heading" style={styles.heading}>
                  {heading}
                </h1>
                <div className="email-words" style={styles.words}>
                  {name !== undefined && <p>{localText(locale, messages, name ? 'hello' : 'hello_any', { name })}</p>}
                  {body.filter(Boolean).map((paragraph, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs of an email never change
                    <Fragment key={index}>{typeof paragraph === 'string' ? <p>{paragraph}</p> : paragraph}</Fragment>
                  ))}
                  <Rows rows={rows} />
                </div>
                {button && <Action {...button} locale={locale} />}
              </td>
            </Table>
            <Table style={{ maxWidth: 600 }}>
              <td className="email-small" style={styles.small}>
                <Footer locale={locale}>{footer ?? brand.name}</Footer>
                <Contact locale={locale} />
                <Social />
              </td>
            </Table>
          </td>
        </Table>
      </body>
    </html>
  )
}

function LinkStyle() {
  const { color } = use(LookContext)
  const darkLink = isColor(color) ? brandVariables(color, 'dark')['accent-foreground'] : '#7fd0ae'
  return <style>{linkStyle(accentOf(color, brandGreen), darkLink)}</style>
}

function Footer({ locale, children }: { locale: Locale; children: ReactNode }) {
  const footerLines = use(FooterContext)(locale)
  return (
    <>
      {footerLines && <p style={{ margin: '0 0 8px', whiteSpace: 'pre-line' }}>{footerLines}</p>}
      {children}
    </>
  )
}

/** The contact details of the organization, and the reason for the email. */
function Contact({ locale }: { locale: Locale }) {
  const { contact, kind } = use(LookContext)
  const lines = contact?.(locale) ?? []
  return (
    <>
      {lines.length > 0 && (
        <p style={{ margin: '8px 0 0' }}>
          {lines.map((text, index) => (
            <Fragment key={text}>
              {index > 0 && <br />}
              {text}
            </Fragment>
          ))}
        </p>
      )}
      {kind && <p style={{ margin: '8px 0 0' }}>{localText(locale, messages, `why_${kind}`)}</p>}
    </>
  )
}

/** Links to the organization's social pages. */
function Social() {
  const { social = [] } = use(LookContext)
  if (social.length === 0) return null
  return (
    <p data-text="none" style={{ margin: '8px 0 0' }}>
      {social.map(({ network, href }, index) => (
        <Fragment key={network}>
          {index > 0 && ' · '}
          <a href={absolute(href)} style={{ color: 'inherit' }}>
            {networkNames[network] ?? network}
          </a>
        </Fragment>
      ))}
    </p>
  )
}

/** Labels beside values; a long number breaks instead of widening the email. */
function Rows({ rows }: { rows: readonly EmailRow[] }) {
  if (rows.length === 0) return null
  return (
    <table width="100%" cellPadding={0} cellSpacing={0} border={0} style={styles.rows}>
      <tbody>
        {rows.map(([what, value], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines of an order may have equal text
          <tr key={index}>
            <td style={styles.what}>{what}</td>
            <td style={styles.value}>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type TableProps = { className?: string; style: CSSProperties; children: ReactNode }

/** One full-width cell: the only layout that every mail program agrees on. */
function Table({ className, style, children }: TableProps) {
  return (
    <table
      role="presentation"
      className={className}
      width="100%"
      cellPadding={0}
      cellSpacing={0}
      border={0}
      style={style}
    >
      <tbody>
        <tr>{children}</tr>
      </tbody>
    </table>
  )
}

function Brand({ name }: EmailBrand) {
  const { logo_url } = use(LookContext)
  // Without lazy loading React adds a preload link, which some mail programs show as an attachment.
  return logo_url ? <img src={absolute(logo_url)} alt={name} height={40} loading="lazy" /> : name
}

function Action({ label, href, locale }: { label: string; href: string; locale: Locale }) {
  const { color } = use(LookContext)
  return (
    <>
      <table role="presentation" cellPadding={0} cellSpacing={0} border={0} style={{ marginTop: 24 }}>
        <tbody>
          <tr>
            <td style={{ backgroundColor: accentOf(color, brandGreen), borderRadius: 6 }}>
              <a href={absolute(href)} style={styles.button}>
                {label}
              </a>
            </td>
          </tr>
        </tbody>
      </table>
      <p className="email-small" data-text="none" style={styles.note}>
        {localText(locale, messages, 'button_fails')}
        <br />
        <a href={href} style={{ color: 'inherit' }}>
          {href}
        </a>
      </p>
    </>
  )
}

/** A relative link can't work in an email. */
function absolute(address: string): string {
  if (!/^https?:\/\//.test(address)) throw new Error('An email links to absolute addresses only')
  return address
}
