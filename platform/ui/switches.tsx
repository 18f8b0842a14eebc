import { type Language, offeredLanguages } from '#platform/languages.ts'
import { pathTo } from '#platform/path-to.ts'
import { type Locale, texts } from '#platform/texts.ts'
import { Button } from './button.tsx'
import { cn } from './cn.ts'
import { useTexts } from './locale.tsx'
import { NativeSelect } from './native-select.tsx'

const messages = texts({
  theme: ['Colors', 'Colores'],
  light: ['Light', 'Claro'],
  dark: ['Dark', 'Oscuro'],
  system: ['Device setting', 'Según el dispositivo'],
  language: ['Language', 'Idioma'],
  change: ['Change', 'Cambiar'],
})

const segmentClasses = (current: boolean) =>
  cn(
    'min-h-11 flex-1 rounded-md px-3 text-sm font-semibold md:min-h-8',
    current
      ? 'bg-card text-foreground shadow-card outline outline-input'
      : 'text-muted-foreground hover:text-foreground',
  )

const groupClasses = 'flex rounded-lg bg-muted p-1'

/** Light, dark, or the device's setting: a plain form, so that the first paint already has the right colors. */
export function ThemeSwitch({ theme, path }: { theme: 'light' | 'dark' | 'system'; path: string }) {
  const t = useTexts(messages)
  return (
    <form method="post" action="/theme">
      <input type="hidden" name="redirect" value={path} />
      <fieldset className={groupClasses}>
        <legend className="sr-only">{t('theme')}</legend>
        {(['light', 'dark', 'system'] as const).map((value) => (
          <button
            type="submit"
            key={value}
            name="theme"
            value={value}
            aria-pressed={value === theme}
            className={segmentClasses(value === theme)}
          >
            {t(value)}
          </button>
        ))}
      </fieldset>
    </form>
  )
}

/** With more languages than this, a select is shown. */
const maxButtons = 3

type LanguageProps = { locale: Locale; path: string; languages?: readonly Language[] }

/** The language switch: a plain form to /language that comes back to `path`. */
export function LanguageSwitch({ locale, path, languages = offeredLanguages() }: LanguageProps) {
  const t = useTexts(messages)
  return (
    <form method="post" action={pathTo('/language')}>
      <input type="hidden" name="redirect" value={path} />
      {languages.length > maxButtons ? (
        <LanguageList locale={locale} languages={languages} />
      ) : (
        <fieldset className={groupClasses}>
          <legend className="sr-only">{t('language')}</legend>
          {languages.map(({ language, name }) => (
            <button
              type="submit"
              key={language}
              name="locale"
              value={language}
              lang={language.slice(0, 2)}
              aria-pressed={language === locale}
              className={segmentClasses(language === locale)}
            >
              {name}
            </button>
          ))}
        </fieldset>
      )}
    </form>
  )
}

function LanguageList({ locale, languages }: { locale: Locale; languages: readonly Language[] }) {
  const t = useTexts(messages)
  return (
    <div className="flex items-end gap-2">
      <NativeSelect
        name="locale"
        aria-label={t('language')}
        defaultValue={locale}
        options={languages.map(({ language, name }) => ({ value: language, label: name }))}
      />
      <Button type="submit" variant="outline">
        {t('change')}
      </Button>
    </div>
  )
}
