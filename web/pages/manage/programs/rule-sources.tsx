import type { ProgramRule } from '#modules/catalogue/programs/fetch-programs.ts'
import { programTexts } from '#modules/catalogue/programs/programs.texts.ts'
import { useTexts } from '#platform/ui/locale.tsx'

/** What each source states, where sources disagree. */
export function Claims({ claims }: Pick<NonNullable<ProgramRule['pack']>, 'claims'>) {
  const t = useTexts(programTexts)
  if (claims.length === 0) return null
  return (
    <div className="my-2 rounded-md border p-3 text-sm">
      <p className="font-semibold">{t('disagree')}</p>
      <ul className="ms-5 list-disc" lang="en">
        {claims.map(({ text, source, url }) => (
          <li key={source}>
            {text} · <Source citation={source} url={url} />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** A citation, linked to its address. */
export const Source = ({ citation, url }: { citation: string | null; url: string | null }) =>
  url ? (
    <a href={url} rel="noreferrer" lang="en" className="underline">
      {citation ?? url}
    </a>
  ) : (
    <span lang="en">{citation}</span>
  )
