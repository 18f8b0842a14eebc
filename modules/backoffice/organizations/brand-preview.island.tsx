import { useEffect, useRef, useState } from 'react'
import { accentOf, isColor } from '#platform/ui/brand-colors.ts'
import { island } from '#platform/ui/island.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { brandWords } from './brand-preview.texts.ts'
import { codeInSite } from './code-in-site.shared.ts'

/** `site` is the address of a site with the code `codeInSite`. */
type Brand = { name: string; code: string; color: string; text: string; logo: string; site: string }

/** A preview of an organization's site while its form is being filled in. */
export default island('backoffice/brand-preview', { when: 'visible' }, BrandPreview)

/** The primary color of web/theme.css, for sites without their own color. */
const defaultColor = '#0b6244'

function BrandPreview(first: Brand) {
  const t = useTexts(brandWords)
  const place = useRef<HTMLDivElement>(null)
  const [brand, setBrand] = useState(first)
  const { logo: storedLogo, site } = first
  useEffect(() => {
    const form = place.current?.closest('form')
    if (!form) return
    let preview: { file: File; address: string } | null = null
    const release = () => preview && URL.revokeObjectURL(preview.address)
    const addressOf = (file: File) => {
      if (preview?.file === file) return preview.address
      release()
      preview = { file, address: URL.createObjectURL(file) }
      return preview.address
    }
    const read = () => {
      const data = new FormData(form)
      const text = (name: string) => String(data.get(name) ?? '')
      const logoFile = form.querySelector<HTMLInputElement>('input[name=logo]')?.files?.[0]
      const current = data.get('removeLogo') === '1' ? '' : storedLogo
      const logo = logoFile ? addressOf(logoFile) : current
      const [name, code, color] = [text('name'), text('code').trim(), text('brand_color').trim()]
      setBrand({ name, code, color, text: text('sign_in_text'), logo, site })
    }
    form.addEventListener('input', read)
    return () => {
      form.removeEventListener('input', read)
      release()
    }
  }, [storedLogo, site])
  const shade = accentOf(brand.color, defaultColor)
  const isDarkened = isColor(brand.color) && shade !== brand.color.toLowerCase()
  return (
    <div ref={place} className="grid gap-3 overflow-hidden rounded-lg border bg-card pb-4 shadow-card">
      <p className="figures truncate border-b bg-muted px-4 py-2 text-xs text-muted-foreground">
        {brand.site.replace(`//${codeInSite}.`, `//${brand.code.toLowerCase() || '…'}.`)}
      </p>
      <div className="grid gap-3 px-4">
        <p className="text-sm text-muted-foreground">{t('preview')}</p>
        {brand.logo && <img src={brand.logo} alt={t('logo')} className="h-9 w-auto max-w-44 object-contain" />}
        <p className="text-lg font-semibold wrap-anywhere">{brand.name || t('noName')}</p>
        {brand.text && <p className="whitespace-pre-line wrap-anywhere">{brand.text}</p>}
        {/* An SVG, because pages allow no style attributes. */}
        <svg viewBox="0 0 240 40" role="img" aria-label={t('signIn')} className="h-10 w-full">
          <rect width="240" height="40" rx="8" fill={shade} />
          <text x="120" y="26" textAnchor="middle" fill="#ffffff" fontSize="16" fontWeight="600">
            {t('signIn')}
          </text>
        </svg>
        <p role="status" className="text-sm">
          {t(isDarkened ? 'darkened' : 'readable', { shade })}
        </p>
      </div>
    </div>
  )
}
