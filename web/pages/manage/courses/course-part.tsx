import { courseEditorTexts } from '../../../../modules/catalogue/course-editor/course-editor.texts.ts'
import type { PreviewPart } from '../../../../modules/catalogue/index.ts'
import { useTexts } from '../../../../platform/ui/locale.tsx'

/** A component as a student reads it; questions with their options and without an answer. */
export function CoursePart({ part }: { part: PreviewPart }) {
  const t = useTexts(courseEditorTexts)
  const { type, html, text, questions } = part
  return (
    <div className="grid grid-cols-1 gap-4">
      {type === 'Break' && <p className="font-semibold">{t('newBreak')}</p>}
      {text && <p className="whitespace-pre-line">{text}</p>}
      {html && <Written html={html} />}
      {questions.length > 0 && (
        <ol className="grid list-decimal gap-4 ps-6">
          {questions.map(({ question_id, title, options }) => (
            <li key={question_id}>
              <p className="font-semibold">{title}</p>
              <ul className="list-disc ps-5">
                {options.map((option) => (
                  <li key={option}>{option}</li>
                ))}
              </ul>
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

// The document is authored; what cannot be rendered is left out by renderDocument, and all text is escaped.
// biome-ignore lint/security/noDangerouslySetInnerHtml: HTML of renderDocument, which escapes every text and attribute
const Written = ({ html }: { html: string }) => <div className="rt" dangerouslySetInnerHTML={{ __html: html }} />
