import type { AgeRule } from '#modules/catalogue/versions/age-rule.shared.ts'
import DateOfBirthField from '#modules/checkout/cart/date-of-birth.island.tsx'
import { dateOfBirthTexts } from '#modules/checkout/date-of-birth.texts.ts'
import { Checkbox } from '#platform/ui/checkbox.tsx'
import { FieldError, TextField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { datePattern } from '#platform/ui/masks.ts'
import { PopoverTrigger } from '#platform/ui/popover.tsx'
import { Sheet } from '#platform/ui/sheet.tsx'
import { field } from '#platform/web/form.ts'
import type { ViewInput } from '#platform/web/page.ts'
import { words } from './checkout.texts.ts'
import type { Checkout } from './checkout-load.ts'
import { openedAndAccepted } from './checkout-submit.ts'

/** The form's date of birth field, in the language's order; `rules` are the age limits. */
export function DateOfBirth({ rules = [], input: { form, locale } }: { rules?: ShownRule[]; input: ViewInput }) {
  const t = useTexts(dateOfBirthTexts)
  const { name, defaultValue, error } = field(form, 'dob')
  return (
    <div className="grid gap-1">
      {rules.map(({ aboveOrBelowAge, age, courses }) => (
        <p key={`${aboveOrBelowAge} ${age}`}>
          {courses.length > 0 && <strong>{courses.join(', ')}: </strong>}
          {t(aboveOrBelowAge === 'Above' ? 'above' : 'below', { age })}
        </p>
      ))}
      <DateOfBirthField
        name={name}
        label={t('label')}
        hint={t('hint', { pattern: datePattern(locale) })}
        defaultValue={defaultValue ?? ''}
        error={error ?? null}
        rules={rules.map(({ aboveOrBelowAge, age }) => ({ aboveOrBelowAge, age }))}
      />
      <noscript>
        <Checkbox name="dob_checked" value="1" label={t('checked')} />
      </noscript>
    </div>
  )
}

/** A rule and its courses; without names if it applies to the whole cart. */
export type ShownRule = AgeRule & { courses: string[] }

type ViewProps = { data: Pick<Checkout, 'agreement'>; input: ViewInput }

/**
 * The full texts, so that no one agrees to something unseen; one checkbox accepts all. If a course requires opening
 * them, the checkbox is at their end in a sheet, so that only people who opened it reach it.
 */
export function Agreement({ data, input }: ViewProps) {
  const t = useTexts(words)
  const { form } = input
  const { type, open, texts } = data.agreement
  // If the texts change, earlier checks no longer apply.
  const textsKey = texts.map(({ name, disclaimer }) => `${name} ${disclaimer.length}`).join()
  return (
    <fieldset data-of={textsKey} className="group/terms grid gap-3">
      <legend className="mb-2 font-semibold">{t('terms')}</legend>
      {open ? <Opened data={data} input={input} /> : <Texts {...data} />}
      {!open && <Accept form={form} value="1" />}
      {type && (
        <TextField
          {...field(form, 'typed')}
          className="sm:max-w-64"
          label={t('typeAgree')}
          autoComplete="off"
          maxLength={20}
          data-missing={t('termsMissing')}
          required
        />
      )}
    </fieldset>
  )
}

function Accept({ form, value }: Pick<ViewInput, 'form'> & { value: string }) {
  const t = useTexts(words)
  return (
    <Checkbox
      name="accepted"
      value={value}
      label={t('accept')}
      defaultChecked={form.values.accepted === value}
      error={field(form, 'accepted').error ?? field(form, 'opened').error}
      data-missing={t('termsMissing')}
      required
    />
  )
}

function Opened({ data, input: { form } }: ViewProps) {
  const t = useTexts(words)
  const error = field(form, 'accepted').error ?? field(form, 'opened').error
  return (
    <div>
      <div className="flex flex-wrap items-center gap-3">
        <PopoverTrigger opens="disclaimers" variant="outline">
          {t('openTerms')}
        </PopoverTrigger>
        <p className="hidden font-semibold text-green-ink group-has-[[name=accepted]:checked]/terms:block">
          ✓ {t('agreed')}
        </p>
      </div>
      {error ? (
        <FieldError id="disclaimers-error">{error}</FieldError>
      ) : (
        <div className="hidden group-has-[[name=accepted][aria-invalid=true]]/terms:block">
          <FieldError>{t('termsMissing')}</FieldError>
        </div>
      )}
      <Sheet id="disclaimers" title={t('terms')} side="end" className="sm:w-140">
        <div className="grid gap-4 p-5">
          <Texts {...data} />
          <Accept form={form} value={openedAndAccepted} />
          <PopoverTrigger opens="disclaimers" popoverTargetAction="hide" variant="default">
            {t('done')}
          </PopoverTrigger>
        </div>
      </Sheet>
    </div>
  )
}

const boxClasses = 'max-h-56 overflow-y-auto rounded-md border bg-muted px-4 py-3 text-sm whitespace-pre-line'

const Texts = ({ agreement: { texts, open } }: Pick<Checkout, 'agreement'>) =>
  texts.map(({ name, disclaimer }) => (
    <section
      key={name}
      aria-label={name}
      // A scrollable region must be reachable by keyboard.
      tabIndex={open ? undefined : 0}
      className={open ? 'whitespace-pre-line' : boxClasses}
    >
      <h3 className="font-semibold">{name}</h3>
      {disclaimer}
    </section>
  ))
