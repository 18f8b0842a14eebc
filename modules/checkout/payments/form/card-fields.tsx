import { type FocusEvent, useState } from 'react'
import { lastNameOf } from '#modules/identity/people/last-name.shared.ts'
import { TextField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { brandOf, type CardBrand, type CardProblem, cardBrands, maskCard, maskExpiration } from './accept.shared.ts'
import { cardTexts } from './card-payment.texts.ts'

type CardFieldsProps = { invalidFields: readonly CardProblem[]; onType: (field: CardProblem) => void }

/** The card fields, which have no name, so that no form posts them. */
export function CardFields({ invalidFields, onType }: CardFieldsProps) {
  const t = useTexts(cardTexts)
  const [brand, setBrand] = useState<CardBrand | null>(null)
  const errorOf = (name: CardProblem) => (invalidFields.includes(name) ? t(name) : undefined)
  return (
    <fieldset aria-label={t('card')} className="grid gap-4 sm:grid-cols-6" onFocus={fillCardholder}>
      <TextField
        className="sm:col-span-6"
        label={t('number')}
        hint={<Brands current={brand} />}
        data-card="number"
        autoComplete="cc-number"
        inputMode="numeric"
        maxLength={23}
        error={errorOf('badNumber')}
        onChange={({ currentTarget: input }) => {
          applyMask(input, maskCard)
          setBrand(brandOf(input.value))
          onType('badNumber')
        }}
      />
      <TextField
        className="sm:col-span-2"
        label={t('expiration')}
        data-card="expiration"
        autoComplete="cc-exp"
        inputMode="numeric"
        maxLength={7}
        error={errorOf('badExpiration')}
        onChange={({ currentTarget: input }) => {
          applyMask(input, maskExpiration)
          onType('badExpiration')
        }}
      />
      <TextField
        className="sm:col-span-2"
        label={t('cvc')}
        data-card="cvc"
        autoComplete="cc-csc"
        inputMode="numeric"
        maxLength={4}
        error={errorOf('badCvc')}
        onChange={() => onType('badCvc')}
      />
      <TextField
        className="sm:col-span-2"
        label={t('postalCode')}
        data-card="postalCode"
        autoComplete="billing postal-code"
        maxLength={10}
      />
      <TextField className="sm:col-span-6" label={t('name')} data-card="name" autoComplete="cc-name" maxLength={64} />
    </fieldset>
  )
}

/** The accepted card brands, with the brand of the typed number highlighted. */
function Brands({ current }: { current: CardBrand | null }) {
  return (
    <span className="flex flex-wrap gap-1.5">
      {cardBrands.map(([name]) => (
        <span
          key={name}
          data-current={name === current || undefined}
          className="rounded border px-1.5 text-xs leading-5 font-semibold data-current:bg-accent data-current:text-accent-foreground"
        >
          {name}
        </span>
      ))}
    </span>
  )
}

/** Fills in the buyer's name as the cardholder, because most people pay with their own card. */
function fillCardholder({ currentTarget, target }: FocusEvent<HTMLElement>): void {
  const holder = currentTarget.querySelector<HTMLInputElement>('[data-card="name"]')!
  if (holder.value !== '' || target === holder) return
  const form = holder.form
  const input = (name: string) => form?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.value.trim() ?? ''
  holder.value = `${input('firstName')} ${lastNameOf(input('lastName'))}`.trim()
}

/** Formats the input only while typing at its end, so that the caret stays in place for edits in the middle. */
function applyMask(input: HTMLInputElement, mask: (text: string) => string) {
  if (input.selectionStart === input.value.length) input.value = mask(input.value)
}
