import type { ComponentProps } from 'react'
import { Checkbox } from '../../../platform/ui/choice.tsx'
import { TextField } from '../../../platform/ui/field.tsx'
import { useTexts } from '../../../platform/ui/locale.tsx'
import { redeemTexts } from './redeem.texts.ts'

/** What a course asks its buyers to agree to. */
export type Terms = { course_name: string; disclaimer: string; type: boolean }

type Props = { code: ComponentProps<'input'> & { error?: string | undefined }; terms: Terms | null }

/** The fields of the form, in its dialog and on its page: the code, and the course's disclaimer once it is known. */
export function RedeemFields({ code, terms }: Props) {
  const t = useTexts(redeemTexts)
  return (
    <>
      <TextField
        {...code}
        name="code"
        label={t('code')}
        hint={t('hint')}
        className="figures"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        required
      />
      {terms && (
        <fieldset className="grid gap-3">
          <legend className="mb-2 font-semibold">{t('terms', { course: terms.course_name })}</legend>
          <section
            aria-label={t('terms', { course: terms.course_name })}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
            tabIndex={0}
            className="max-h-56 overflow-y-auto rounded-md border bg-sunken px-4 py-3 text-sm whitespace-pre-line"
          >
            {terms.disclaimer}
          </section>
          <Checkbox name="accepted" value="1" label={t('accept')} required />
          {terms.type && <TextField name="typed" label={t('typed')} autoComplete="off" maxLength={20} required />}
        </fieldset>
      )}
    </>
  )
}

/** The terms that a refusal carries, or null. */
export const termsOf = (answer: Readonly<Record<string, unknown>> | undefined): Terms | null =>
  (answer?.terms as Terms | undefined) ?? null
