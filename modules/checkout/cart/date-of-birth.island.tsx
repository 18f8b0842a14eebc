import { useRef, useState } from 'react'
import { type AgeRule, ageOn, meetsAge } from '#modules/catalogue/versions/age-rule.shared.ts'
import { dateOfBirthTexts } from '#modules/checkout/date-of-birth.texts.ts'
import { parseTypedDay } from '#platform/typed-day.ts'
import { Button } from '#platform/ui/button.tsx'
import { Dialog } from '#platform/ui/dialog.tsx'
import { island } from '#platform/ui/island.tsx'
import { useLocale, useTexts, useZone } from '#platform/ui/locale.tsx'
import { DateField } from '#platform/ui/masked.tsx'
import { legalDay } from '#platform/zone.ts'

export type DateOfBirthProps = {
  name: string
  label: string
  hint: string
  defaultValue: string
  error: string | null
  /** The age limits of the cart's courses. */
  rules: AgeRule[]
}

/**
 * A date of birth field that adds slashes while typing, because number pads on phones have none. Invalid dates and
 * those outside a course's age limits are refused here, before the card is read; the server checks again.
 */
export default island('checkout/date-of-birth', { when: 'load' }, DateOfBirth)

function DateOfBirth({ error, rules, ...field }: DateOfBirthProps) {
  const validate = useValidation(rules)
  const root = useRef<HTMLDivElement>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const input = () => root.current!.querySelector('input')!
  const check = () => {
    const { problem, age } = validate(input().value)
    input().setCustomValidity(problem)
    return age ? problem : null
  }
  return (
    <div ref={root}>
      <DateField
        {...field}
        error={error ?? undefined}
        className="sm:max-w-64"
        autoComplete="bday"
        onText={check}
        onBlur={() => setRefused(check())}
        required
      />
      <AgeDialog
        rule={refused}
        dob={refused ? input().value : ''}
        onClose={() => {
          setRefused(null)
          input().focus()
        }}
      />
    </div>
  )
}

/**
 * Returns the error of a typed date, '' if it is accepted; `age` is true if the date is valid but outside an age limit.
 */
function useValidation(rules: readonly AgeRule[]): (text: string) => { problem: string; age: boolean } {
  const t = useTexts(dateOfBirthTexts)
  const locale = useLocale()
  const zone = useZone()
  return (text) => {
    if (text === '') return { problem: '', age: false }
    const dob = parseTypedDay(text, locale)
    const today = legalDay(new Date(), zone)
    if (!dob) return { problem: t('invalid'), age: false }
    if (dob > today) return { problem: t('future'), age: false }
    const unmetRule = rules.find((rule) => !meetsAge(rule, ageOn(today, dob)))
    if (!unmetRule) return { problem: '', age: false }
    return {
      problem: t(unmetRule.aboveOrBelowAge === 'Above' ? 'above' : 'below', { age: unmetRule.age }),
      age: true,
    }
  }
}

type AgeProps = { rule: string | null; dob: string; onClose: () => void }

/** Explains a course's age limit to a buyer outside it. */
function AgeDialog({ rule, dob, onClose }: AgeProps) {
  const t = useTexts(dateOfBirthTexts)
  return (
    <Dialog
      open={rule !== null}
      onClose={onClose}
      title={t('refused')}
      actions={<Button onClick={onClose}>{t('reenter')}</Button>}
    >
      <p>{rule}</p>
      <p className="mt-3 text-muted-foreground">{t('typed')}</p>
      <p className="figures text-2xl font-bold">{dob}</p>
    </Dialog>
  )
}
