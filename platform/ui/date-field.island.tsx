import { island } from './island.tsx'
import { DateField } from './masked.tsx'

/** A text, part of which may have another language than the page. */
type Words = string | { before: string; lang: string; text: string; more: string }

type DateProps = {
  label: Words
  name: string
  defaultValue?: string
  hint?: Words
  error?: string
  required?: boolean
  readOnly?: boolean
  autoFocus?: boolean
  autoComplete?: string
}

/** A date field that puts the slashes during typing, for pages without another island around it. */
export default island('platform/date-field', { when: 'idle' }, DateFieldInForm)

function DateFieldInForm({ label, hint, ...props }: DateProps) {
  return <DateField {...props} label={renderWords(label)} {...(hint !== undefined && { hint: renderWords(hint) })} />
}

const renderWords = (words: Words) =>
  typeof words === 'string' ? (
    words
  ) : (
    <>
      {words.before}
      <span lang={words.lang}>{words.text}</span>
      {words.more}
    </>
  )
