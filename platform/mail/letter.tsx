import type { CSSProperties, ReactNode } from 'react'
import { type Locale, say, texts } from '../texts.ts'

export type LetterBrand = {
  name: string
  /** A colour (`#rrggbb`) that white text can be read on. */
  colour?: string
  /** An absolute address. */
  logo_url?: string
}

export type LetterProps = {
  locale: Locale
  brand: LetterBrand
  /** What the list of letters shows after the subject. */
  preheader: string
  heading: string
  children: ReactNode
  button?: { label: string; href: string }
  footer?: ReactNode
}

const words = texts({
  button_fails: [
    'If the button does not work, copy this address into your browser:',
    'Si el botón no funciona, copie esta dirección en su navegador:',
  ],
})

const GREEN = '#006341'
const FONT = "'Source Sans 3', system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"

// Mail programs that darken letters themselves follow these rules; the others keep the inline colours.
const DARK = `@media (prefers-color-scheme: dark) {
  .letter-page { background-color: #1c1b19 !important }
  .letter-card { background-color: #262522 !important; border-color: #3d3b36 !important }
  .letter-words, .letter-heading { color: #f1efea !important }
  .letter-small { color: #b9b5ac !important }
  .letter-small a, .letter-words a { color: #7fd0ae !important }
}`

const styles = {
  page: { margin: 0, padding: 0, backgroundColor: '#f5f3ef', fontFamily: FONT },
  frame: { backgroundColor: '#f5f3ef' },
  card: { maxWidth: 600, backgroundColor: '#ffffff', border: '1px solid #e3dfd7', borderRadius: 8 },
  cell: { padding: '32px 32px 24px' },
  brand: { padding: '24px 8px 16px', fontSize: 18, fontWeight: 700, color: '#33312d' },
  heading: { margin: '0 0 16px', fontSize: 24, lineHeight: '32px', color: '#1f1e1b' },
  words: { fontSize: 16, lineHeight: '24px', color: '#33312d' },
  small: { padding: '16px 8px 32px', fontSize: 14, lineHeight: '20px', color: '#6b675f' },
  note: { margin: '16px 0 0', fontSize: 14, lineHeight: '20px', color: '#6b675f', wordBreak: 'break-all' },
  button: { display: 'inline-block', padding: '12px 24px', color: '#ffffff', fontWeight: 700, textDecoration: 'none' },
  hidden: { display: 'none', maxHeight: 0, overflow: 'hidden', opacity: 0 },
} satisfies Record<string, CSSProperties>

/** The page of every letter: brand, heading, body, one action, footer. Tables and inline styles, as mail programs need. */
export function Letter({ locale, brand, preheader, heading, children, button, footer }: LetterProps) {
  return (
    <html lang={locale === 'es-es' ? 'es' : 'en'}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{heading}</title>
        <style>{DARK}</style>
      </head>
      <body className="letter-page" style={styles.page}>
        <div data-text="none" style={styles.hidden}>
          {preheader}
        </div>
        <Table className="letter-page" style={styles.frame}>
          <td align="center" style={{ padding: '0 16px' }}>
            <Table style={{ maxWidth: 600 }}>
              <td className="letter-heading" style={styles.brand}>
                <Brand {...brand} />
              </td>
            </Table>
            <Table className="letter-card" style={styles.card}>
              <td style={styles.cell}>
                <h1 className="letter-heading" style={styles.heading}>
                  {heading}
                </h1>
                <div className="letter-words" style={styles.words}>
                  {children}
                </div>
                {button && <Action {...button} locale={locale} colour={brand.colour ?? GREEN} />}
              </td>
            </Table>
            <Table style={{ maxWidth: 600 }}>
              <td className="letter-small" style={styles.small}>
                {footer ?? brand.name}
              </td>
            </Table>
          </td>
        </Table>
      </body>
    </html>
  )
}

type TableProps = { className?: string; style: CSSProperties; children: ReactNode }

/** One cell, full width: the only layout that every mail program agrees on. */
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

function Brand({ name, logo_url }: LetterBrand) {
  // Without lazy loading React would add a preload link, which some mail programs show as an attachment.
  return logo_url ? <img src={absolute(logo_url)} alt={name} height={40} loading="lazy" /> : name
}

function Action({ label, href, locale, colour }: { label: string; href: string; locale: Locale; colour: string }) {
  return (
    <>
      <table role="presentation" cellPadding={0} cellSpacing={0} border={0} style={{ marginTop: 24 }}>
        <tbody>
          <tr>
            <td style={{ backgroundColor: colour, borderRadius: 6 }}>
              <a href={absolute(href)} style={styles.button}>
                {label}
              </a>
            </td>
          </tr>
        </tbody>
      </table>
      <p className="letter-small" data-text="none" style={styles.note}>
        {say(locale, words, 'button_fails')}
        <br />
        <a href={href} style={{ color: 'inherit' }}>
          {href}
        </a>
      </p>
    </>
  )
}

/** A letter has no address of its own that a relative link could start from. */
function absolute(address: string): string {
  if (!/^https?:\/\//.test(address)) throw new Error('A letter links to absolute addresses only')
  return address
}
