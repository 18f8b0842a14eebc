import DateOfBirthField from '../../../modules/checkout/cart/date-of-birth.island.tsx'
import { dateOfBirthTexts } from '../../../modules/checkout/cart/date-of-birth.texts.ts'
import OpenedTerms from '../../../modules/checkout/cart/opened-terms.island.tsx'
import type { AgeRule } from '../../../modules/checkout/orders/age-rule.shared.ts'
import { Checkbox } from '../../../platform/ui/choice.tsx'
import { FieldError, TextField } from '../../../platform/ui/field.tsx'
import { useTexts } from '../../../platform/ui/locale.tsx'
import { datePattern } from '../../../platform/ui/masks.ts'
import { PopoverButton, Sheet } from '../../../platform/ui/popover.tsx'
import { field } from '../../../platform/web/form.ts'
import type { ViewInput } from '../../../platform/web/page.ts'
import { words } from './checkout.texts.ts'
import type { Checkout } from './checkout-load.ts'

/** The field of the form's date of birth, as the language writes days; `rules` say who may buy. */
export function DateOfBirth({ rules = [], input: { form, locale } }: { rules?: AgeRule[]; input: ViewInput }) {
  const t = useTexts(dateOfBirthTexts)
  const { name, defaultValue, error } = field(form, 'dob')
  return (
    <div className="grid gap-1">
      {rules.map(({ aboveOrBelowAge, age }) => (
        <p key={`${aboveOrBelowAge} ${age}`}>{t(aboveOrBelowAge === 'Above' ? 'above' : 'below', { age })}</p>
      ))}
      <DateOfBirthField
        name={name}
        label={t('label')}
        hint={t('hint', { pattern: datePattern(locale) })}
        defaultValue={defaultValue ?? ''}
        error={error ?? null}
        rules={rules}
      />
      <noscript>
        <Checkbox name="dob_checked" value="1" label={t('checked')} />
      </noscript>
    </div>
  )
}

type Shown = { data: Pick<Checkout, 'agreement'>; input: ViewInput }

/**
 * The texts stand here in full, so that nobody agrees to what they have not been shown; where a course wants them opened,
 * they open in a sheet, at whose end stands the tick that says so.
 */
export function Agreement({ data, input }: Shown) {
  const t = useTexts(words)
  const { form } = input
  const { type, open, texts } = data.agreement
  // With other texts nothing of what was ticked before holds.
  const of = texts.map(({ name, disclaimer }) => `${name} ${disclaimer.length}`).join()
  return (
    <fieldset data-of={of} className="grid gap-3">
      <legend className="mb-2 font-semibold">{t('terms')}</legend>
      {open ? <Opened data={data} input={input} /> : <Texts {...data} />}
      <Checkbox
        name="accepted"
        value="1"
        label={t('accept')}
        defaultChecked={form.values.accepted === '1'}
        error={field(form, 'accepted').error}
        required
      />
      {type && (
        <TextField
          {...field(form, 'typed')}
          className="sm:max-w-64"
          label={t('typeAgree')}
          autoComplete="off"
          maxLength={20}
          required
        />
      )}
    </fieldset>
  )
}

/** The tick lies where only somebody who has opened the texts gets to it, with or without scripts. */
function Opened({ data, input: { form } }: Shown) {
  const t = useTexts(words)
  const { error } = field(form, 'opened')
  return (
    <div>
      <PopoverButton opens="disclaimers" look="secondary">
        {t('openTerms')}
      </PopoverButton>
      {error && <FieldError id="disclaimers-error">{error}</FieldError>}
      <Sheet id="disclaimers" title={t('terms')} side="end" className="sm:w-140">
        <div className="grid gap-4 p-5">
          <Texts {...data} />
          <OpenedTerms label={t('opened')} defaultChecked={form.values.opened === '1'} missing={t('openFirst')} />
          <PopoverButton opens="disclaimers" popoverTargetAction="hide" look="primary">
            {t('done')}
          </PopoverButton>
        </div>
      </Sheet>
    </div>
  )
}

function Texts({ agreement: { texts, open } }: Pick<Checkout, 'agreement'>) {
  return (
    <>
      {texts.map(({ name, disclaimer }) => (
        <section
          key={name}
          aria-label={name}
          // A region that scrolls must be reachable by keyboard.
          tabIndex={open ? undefined : 0}
          className={
            open
              ? 'whitespace-pre-line'
              : 'max-h-56 overflow-y-auto rounded-md border bg-sunken px-4 py-3 text-sm whitespace-pre-line'
          }
        >
          <h3 className="font-semibold">{name}</h3>
          {disclaimer}
        </section>
      ))}
      {!open && <input type="hidden" name="opened" value="1" />}
    </>
  )
}
