import type { ComponentProps } from 'react'
import { dateOfBirthTexts } from '#modules/checkout/date-of-birth.texts.ts'
import { Checkbox } from '#platform/ui/checkbox.tsx'
import { TextField } from '#platform/ui/field.tsx'
import { useLocale, useTexts } from '#platform/ui/locale.tsx'
import { DateField } from '#platform/ui/masked.tsx'
import { datePattern } from '#platform/ui/masks.ts'
import { redeemTexts } from './redeem.texts.ts'

/** The agreement that a course requires of its buyers. */
export type Terms = { course_name: string; disclaimer: string; type: boolean }

type FieldProps = ComponentProps<'input'> & { error?: string | undefined }
/** `dateOfBirth` contains the date and its confirmation; null if not required. */
type Props = {
  code: FieldProps
  terms: Terms | null
  dateOfBirth: { dob: FieldProps; dob_confirmed: FieldProps } | null
}

/**
 * The form's fields, in the dialog and on its page: the code and, once the server requires them, the date of birth and
 * the agreement to the course's disclaimer.
 */
export function RedeemFields({ code, terms, dateOfBirth }: Props) {
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
      {dateOfBirth && <DateOfBirth {...dateOfBirth} />}
      {terms && (
        <fieldset className="grid gap-3">
          <legend className="mb-2 font-semibold">{t('terms', { course: terms.course_name })}</legend>
          <section
            aria-label={t('terms', { course: terms.course_name })}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
            tabIndex={0}
            className="max-h-56 overflow-y-auto rounded-md border bg-muted px-4 py-3 text-sm whitespace-pre-line"
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

function DateOfBirth({ dob, dob_confirmed }: NonNullable<Props['dateOfBirth']>) {
  const t = useTexts(dateOfBirthTexts)
  const pattern = datePattern(useLocale())
  return (
    <>
      <DateField
        {...dob}
        name="dob"
        label={t('label')}
        hint={t('hint', { pattern })}
        className="sm:max-w-64"
        autoComplete="bday"
        required
      />
      <Checkbox {...dob_confirmed} name="dob_confirmed" value="1" label={t('checked')} required />
    </>
  )
}

type RefusalBody = Readonly<Record<string, unknown>> | undefined

/** The terms contained in a refusal, or null. */
export const termsOf = (body: RefusalBody): Terms | null => (body?.terms as Terms | undefined) ?? null

/** Whether a refusal asks for a date of birth, because the account has none. */
export const isDateOfBirthRequired = (body: RefusalBody): boolean => body?.needs_dob === true
