import { useState } from 'react'
import {
  cleanTranslation,
  findTranslationFault,
  maxTranslationLength,
} from '#modules/settings/translations/check-translation.shared.ts'
import { localize } from '#platform/texts.ts'
import { TextareaField } from '#platform/ui/field.tsx'
import { island } from '#platform/ui/island.tsx'
import { useLocale, useTexts } from '#platform/ui/locale.tsx'
import { translationFieldTexts } from './translation-field.texts.ts'

type Props = {
  name: string
  label: string
  language: string
  /** The text that is translated. */
  english: string
  initial: string
  /** The server's error. */
  error?: string | undefined
}

/** A text in one language: shows errors and the length limit while someone types. */
export default island('web/translation-field', { when: 'load' }, TranslationField)

function TranslationField({ name, label, language, english, initial, error }: Props) {
  const t = useTexts(translationFieldTexts)
  const locale = useLocale()
  const [typed, setTyped] = useState<string | null>(null)
  const text = cleanTranslation(typed ?? initial)
  // A blank field restores the original text, so it is valid.
  const fault = text === '' ? null : findTranslationFault(english, text, language)
  const max = maxTranslationLength(english)
  return (
    <TextareaField
      name={name}
      label={label}
      lang={language}
      dir="auto"
      rows={2}
      defaultValue={initial}
      onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      hint={t('length', { count: text.length, most: max })}
      error={typed === null ? error : fault ? localize(locale, fault.text, fault.params) : undefined}
    />
  )
}
