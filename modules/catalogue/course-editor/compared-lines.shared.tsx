import type { ComparedSection, Line } from '#modules/catalogue/publishing/compare.shared.ts'
import { cn } from '#platform/ui/cn.ts'
import { useTexts } from '#platform/ui/locale.tsx'
import { Unseen } from '#platform/ui/parts.tsx'
import { courseEditorTexts } from './course-editor.texts.ts'

const marks = { same: ' ', added: '+', removed: '−' } as const
const lineClasses = { same: '', added: 'bg-green-soft text-green-ink', removed: 'bg-red-soft text-red-ink' } as const
/** Unchanged lines shown around a change. */
const contextLines = 2

/** The differences between two texts with some context; changes are marked by sign and color. */
export function ComparedLines({ sections }: { sections: readonly ComparedSection[] }) {
  const t = useTexts(courseEditorTexts)
  const changedSections = sections.filter((section) => section.changed)
  if (changedSections.length === 0) return <p>{t('equal')}</p>
  return (
    <div className="grid gap-4">
      {changedSections.map(({ title, lines }) => (
        <section key={title} className="grid gap-1">
          {title && <h3 className="font-semibold">{title}</h3>}
          <ul className="overflow-x-auto rounded-md border bg-card p-2 text-sm">
            {withContext(lines).map(({ line, index }) => (
              <li key={index} className={cn('px-2 whitespace-pre-wrap', lineClasses[line.kind])}>
                <span aria-hidden="true" className="me-2">
                  {marks[line.kind]}
                </span>
                {line.kind !== 'same' && <Unseen>{t(line.kind)}: </Unseen>}
                {line.text}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function withContext(lines: readonly Line[]): { line: Line; index: number }[] {
  const nearLines = new Set<number>()
  lines.forEach(({ kind }, index) => {
    if (kind === 'same') return
    for (let other = index - contextLines; other <= index + contextLines; other++) nearLines.add(other)
  })
  return lines.map((line, index) => ({ line, index })).filter(({ index }) => nearLines.has(index))
}
