import type { ReactNode } from 'react'
import { pathTo } from '#platform/path-to.ts'
import { cn } from '#platform/ui/cn.ts'
import { useTexts } from '#platform/ui/locale.tsx'
import { codeLanguageOf, codeQuery, guideAddress, languageNames } from './code-language.ts'
import { developersTexts } from './developers.texts.ts'
import { guide } from './guide/guide.ts'
import { type CodeLanguage, codeLanguages } from './guide/guide-page.ts'

type FrameProps = {
  /** The address of the page, without its query. */
  path: string
  query: Readonly<Record<string, string | undefined>>
  /** Whether the page has examples. */
  examples?: boolean
  children: ReactNode
}

/** The pages for developers beside their navigation. */
export function DevelopersFrame({ path, query, examples = false, children }: FrameProps) {
  const t = useTexts(developersTexts)
  const code = codeLanguageOf(query)
  const note = t('englishOnly')
  return (
    <div className="grid gap-8 md:grid-cols-[14rem_minmax(0,1fr)]">
      <Navigation path={path} code={code} />
      <div className="grid max-w-4xl grid-cols-1 content-start gap-6">
        {note && <p className="text-sm text-muted-foreground">{note}</p>}
        {examples && <LanguageChoice path={path} code={code} />}
        {children}
      </div>
    </div>
  )
}

function Navigation({ path, code }: { path: string; code: CodeLanguage }) {
  const t = useTexts(developersTexts)
  const places = [
    ...guide.map(({ slug, title }) => ({ href: guideAddress(slug, code), label: title, lang: 'en' })),
    { href: pathTo('/developers/reference', codeQuery(code)), label: t('reference'), lang: undefined },
    { href: pathTo('/developers/changelog', codeQuery(code)), label: t('changelog'), lang: undefined },
  ]
  return (
    <nav aria-label={t('pages')} className="md:sticky md:top-4 md:self-start">
      <ul className="flex flex-wrap gap-1 md:grid">
        {places.map(({ href, label, lang }) => {
          const isHere = href.split('?')[0] === path || (path.startsWith(`${href.split('?')[0]}/`) && !lang)
          return (
            <li key={href}>
              <a
                href={href}
                lang={lang}
                aria-current={isHere ? 'page' : undefined}
                className={cn(
                  'inline-flex min-h-11 items-center rounded-md px-3 text-sm md:flex md:min-h-9',
                  isHere ? 'bg-muted font-semibold' : 'text-muted-foreground hover:bg-muted hover:text-foreground',
                )}
              >
                {label}
              </a>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

function LanguageChoice({ path, code }: { path: string; code: CodeLanguage }) {
  const t = useTexts(developersTexts)
  return (
    <div className="flex flex-wrap items-center gap-1 text-sm">
      <span className="me-1 text-muted-foreground">{t('examplesIn')}</span>
      {codeLanguages.map((language) => (
        <a
          key={language}
          href={`${path}${language === 'curl' ? '' : `?code=${language}`}`}
          aria-current={language === code ? 'true' : undefined}
          className={cn(
            'inline-flex min-h-11 items-center rounded-full border px-3 md:min-h-8',
            language === code ? 'border-primary bg-muted font-semibold' : 'text-muted-foreground hover:text-foreground',
          )}
        >
          {languageNames[language]}
        </a>
      ))}
    </div>
  )
}
