import { type Locale, texts } from '../texts.ts'
import { cn } from './cn.ts'
import { useTexts } from './locale.tsx'

const words = texts({
  theme: ['Colors', 'Colores'],
  light: ['Light', 'Claro'],
  dark: ['Dark', 'Oscuro'],
  system: ['Device setting', 'Según el dispositivo'],
  language: ['Language', 'Idioma'],
})

const segment = (current: boolean) =>
  cn(
    'min-h-11 flex-1 rounded-md px-3 text-sm font-semibold md:min-h-8',
    current
      ? 'bg-card text-foreground shadow-card outline outline-input'
      : 'text-muted-foreground hover:text-foreground',
  )

const group = 'flex rounded-lg bg-muted p-1'

/** Light, dark, or as the device: a plain form, so that the first paint already has the right colors. */
export function ThemeSwitch({ theme, path }: { theme: 'light' | 'dark' | 'system'; path: string }) {
  const t = useTexts(words)
  return (
    <form method="post" action="/theme">
      <input type="hidden" name="redirect" value={path} />
      <fieldset className={group}>
        <legend className="sr-only">{t('theme')}</legend>
        {(['light', 'dark', 'system'] as const).map((value) => (
          <button
            type="submit"
            key={value}
            name="theme"
            value={value}
            aria-pressed={value === theme}
            className={segment(value === theme)}
          >
            {t(value)}
          </button>
        ))}
      </fieldset>
    </form>
  )
}

const languages: readonly (readonly [Locale, string, string])[] = [
  ['en-us', 'English', 'en'],
  ['es-es', 'Español', 'es'],
]

/** English or Spanish: a plain form to /language that comes back to `path`. */
export function LanguageSwitch({ locale, path }: { locale: Locale; path: string }) {
  const t = useTexts(words)
  return (
    <form method="post" action="/language">
      <input type="hidden" name="redirect" value={path} />
      <fieldset className={group}>
        <legend className="sr-only">{t('language')}</legend>
        {languages.map(([value, name, lang]) => (
          <button
            type="submit"
            key={value}
            name="locale"
            value={value}
            lang={lang}
            aria-pressed={value === locale}
            className={segment(value === locale)}
          >
            {name}
          </button>
        ))}
      </fieldset>
    </form>
  )
}
