import { type Locale, say } from '../../../platform/texts.ts'
import { Banner } from '../../../platform/ui/banner.tsx'
import { legal } from './legal.texts.ts'

type Key = keyof typeof legal

/** A page of plain sections; the first line says honestly that it is a sample. */
export function LegalText({
  title,
  sections,
  name,
  locale,
}: {
  title: Key
  sections: readonly Key[]
  name: string
  locale: Locale
}) {
  return (
    <article className="grid max-w-prose gap-5">
      <h1 className="text-3xl font-bold tracking-tight">{say(locale, legal, title)}</h1>
      <Banner kind="info">{say(locale, legal, 'sample')}</Banner>
      {sections.map((section) => (
        <section key={section}>
          <h2 className="mb-1 text-xl font-semibold">{say(locale, legal, section)}</h2>
          <p>{say(locale, legal, `${section}Text` as Key, { name })}</p>
        </section>
      ))}
    </article>
  )
}
