import { courseEditorTexts } from '#modules/catalogue/course-editor/course-editor.texts.ts'
import type { PreviewPart } from '#modules/catalogue/preview/preview-course.ts'
import { listenTexts } from '#modules/learning/player/listen.texts.ts'
import { useTexts } from '#platform/ui/locale.tsx'
import PreviewTimer from './preview-timer.island.tsx'

type Props = {
  part: PreviewPart
  /** The page's time, if recordings play and timers run. */
  now?: Date
}

/** A component as a student reads it; questions with their options but without answers. */
export function CoursePart({ part, now }: Props) {
  const t = useTexts(courseEditorTexts)
  const { type, html, text, questions, narration, time_limit } = part
  return (
    <div className="grid grid-cols-1 gap-4">
      {now && narration.map((src) => <Narration key={src} src={src} />)}
      {type === 'Break' && <p className="font-semibold">{t('newBreak')}</p>}
      {text && <p className="whitespace-pre-line">{text}</p>}
      {html && <Written html={html} />}
      {now && time_limit !== null && (
        <PreviewTimer kind={type === 'Break' ? 'break' : 'quiz'} seconds={time_limit} now={now} />
      )}
      {questions.length > 0 && (
        <ol className="grid list-decimal gap-4 ps-6">
          {questions.map(({ question_id, title, picture, options, time_limit: limit }) => (
            <li key={question_id}>
              {now && type === 'Quiz' && limit !== null && <PreviewTimer kind="question" seconds={limit} now={now} />}
              <p className="font-semibold">{title}</p>
              {picture && (
                <img src={picture.src} alt={picture.alt} className="my-2 max-h-96 max-w-full rounded-md border" />
              )}
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

function Narration({ src }: { src: string }) {
  const t = useTexts(listenTexts)
  // biome-ignore lint/a11y/useMediaCaption: the narration reads the text below it
  return <audio controls preload="none" src={src} aria-label={t('recording')} className="w-full" />
}

// The document is authored; what cannot be rendered is left out by renderDocument, and all text is escaped.
// biome-ignore lint/security/noDangerouslySetInnerHtml: HTML of renderDocument, which escapes every text and attribute
const Written = ({ html }: { html: string }) => <div className="rt" dangerouslySetInnerHTML={{ __html: html }} />
