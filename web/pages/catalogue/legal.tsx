import { type Locale, localText, type PlainKey } from '#platform/texts.ts'
import { Alert } from '#platform/ui/alert.tsx'
import { legal } from './legal.texts.ts'

type Key = PlainKey<typeof legal>

type LegalProps = {
  title: Key
  /** The organization's own text, with empty lines between paragraphs; null if the sample is used. */
  ownText: string | null
  sections: readonly Key[]
  name: string
  locale: Locale
}

/** The organization's own text, or a sample that is marked as one. */
export function LegalText({ title, ownText, ...sample }: LegalProps) {
  return (
    <article className="grid max-w-prose gap-5">
      <h1 className="text-3xl font-bold tracking-tight">{localText(sample.locale, legal, title)}</h1>
      {ownText === null ? <Sample {...sample} /> : <Paragraphs text={ownText} />}
    </article>
  )
}

function Paragraphs({ text }: { text: string }) {
  return text.split(/(?:\r?\n\s*){2,}/).map((paragraph, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs of a text never change places
    <p key={index} className="whitespace-pre-line">
      {paragraph}
    </p>
  ))
}

function Sample({ sections, name, locale }: Pick<LegalProps, 'sections' | 'name' | 'locale'>) {
  return (
    <>
      <Alert variant="info">{localText(locale, legal, 'sample')}</Alert>
      {sections.map((section) => (
        <section key={section}>
          <h2 className="mb-1 text-xl font-semibold">{localText(locale, legal, section)}</h2>
          <p>{localText(locale, legal, `${section}Text` as keyof typeof legal, { name })}</p>
        </section>
      ))}
    </>
  )
}
