import { addedLanguages } from '#platform/languages.ts'
import { TextareaField } from '#platform/ui/field.tsx'
import { type FormState, field } from '#platform/web/form.ts'

type Words = Readonly<Record<string, string>>
type Props = {
  form: FormState
  /** The name of each field, followed by the language. */
  name: string
  words: Words | null | undefined
  /** The label of a field, by language. */
  label: (language: string) => string
  hint?: string
  rows: number
  maxLength: number
}

/**
 * A field for each enabled language that staff have added. The texts of disabled languages pass through as hidden
 * fields, so they are still there when the language is enabled again.
 */
export function AddedWords({ form, name, words, label, hint, rows, maxLength }: Props) {
  const added = addedLanguages()
  const unseen = Object.keys(words ?? {}).filter(
    (code) => !isOwn(code) && !added.some(({ language }) => language === code),
  )
  return (
    <>
      {added.map(({ language, name: called }) => (
        <TextareaField
          key={language}
          {...field(form, `${name}.${language}`, words?.[language])}
          label={label(called)}
          hint={hint}
          lang={language}
          rows={rows}
          maxLength={maxLength}
        />
      ))}
      {unseen.map((code) => (
        <input key={code} type="hidden" {...field(form, `${name}.${code}`, words?.[code])} />
      ))}
    </>
  )
}

const isOwn = (code: string) => code === 'en-us' || code === 'es-es'
const codeAtEnd = /^[a-z]{2}-[a-z]{2}$/

/** The non-blank texts of all languages sent under a name. */
export const wordsUnder = (values: Words, name: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([field, text]) => {
      const code = field.startsWith(`${name}.`) ? field.slice(name.length + 1) : ''
      return codeAtEnd.test(code) && text.trim() !== '' ? [[code, text]] : []
    }),
  )
