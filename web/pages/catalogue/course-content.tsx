import { type Locale, localText } from '#platform/texts.ts'
import { words } from './catalogue.texts.ts'
import type { Details } from './details.ts'

/** Plain text; each line starts a paragraph. */
export function Paragraphs({ text }: { text: string }) {
  const lines = text.split(/\n+/).filter((line) => line.trim() !== '')
  return (
    <div className="grid max-w-prose gap-3">
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  )
}

export function FaqList({ faqs }: { faqs: Details['course']['faq'] }) {
  return (
    <div className="divide-y rounded-lg border bg-card">
      {faqs.map(({ faq_id, title, body }) => (
        <details key={faq_id} className="group px-4">
          <summary className="flex min-h-12 cursor-pointer items-center justify-between gap-3 py-2 font-semibold">
            {title}
            <span aria-hidden="true" className="text-muted-foreground transition-transform group-open:rotate-90">
              ›
            </span>
          </summary>
          <div className="pb-4">
            <Paragraphs text={body} />
          </div>
        </details>
      ))}
    </div>
  )
}

/** Chapters with the names of their sections and lessons. */
export function OutlineList({ chapters, locale }: { chapters: Details['course']['chapters']; locale: Locale }) {
  return (
    <ol className="grid gap-4">
      {chapters.map((chapter, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two chapters may have one name, and the list never changes
        <li key={index} className="rounded-lg border bg-card p-4">
          <h3 className="flex items-baseline gap-x-3 text-lg font-semibold">
            <span className="figures min-w-6 text-muted-foreground">{index + 1}</span>
            <span className="min-w-0 flex-1">{chapter.name}</span>
            {chapter.seconds > 0 && (
              <span className="figures text-sm font-normal text-muted-foreground">
                {localText(locale, words, 'minutes', { n: Math.round(chapter.seconds / 60) })}
              </span>
            )}
          </h3>
          {!chapter.final_ind && chapter.sections.map((section) => <Section key={section.name} section={section} />)}
        </li>
      ))}
    </ol>
  )
}

function Section({ section }: { section: Details['course']['chapters'][number]['sections'][number] }) {
  return (
    <div className="mt-3">
      <h4 className="font-semibold">{section.name}</h4>
      <ul className="mt-1 grid gap-0.5 border-s-2 ps-4 text-muted-foreground">
        {section.components.map((name, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lessons may share a name, and the list never changes
          <li key={index}>{name}</li>
        ))}
      </ul>
    </div>
  )
}
