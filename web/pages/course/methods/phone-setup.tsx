import { phoneTexts } from '#modules/learning/verification/methods/phone/phone.texts.ts'
import { weekdayTexts } from '#modules/learning/verification/methods/phone/weekday.texts.ts'
import type { SetupShown } from '#modules/learning/verification/setup.ts'
import { dateFormat } from '#platform/locale-format.ts'
import { maskPhone } from '#platform/phone.ts'
import { SubmitButton } from '#platform/ui/button.tsx'
import { Checkbox } from '#platform/ui/checkbox.tsx'
import { FieldDescription, FieldError, SelectField } from '#platform/ui/field.tsx'
import { useLocale, useTexts } from '#platform/ui/locale.tsx'
import { PhoneField } from '#platform/ui/masked.tsx'
import { TextLink } from '#platform/ui/parts.tsx'
import { field } from '#platform/web/form.ts'
import type { ViewInput } from '#platform/web/page.ts'
import type { SetupProps } from './method-page.ts'
import { PhoneCode } from './phone-code.tsx'

type Phone = NonNullable<SetupShown['phone']>
type Props = Pick<SetupProps, 'form' | 'changing' | 'phone_number'> & { phone: Phone }

/** The phone part of a setup: a number with its owner's hours, then the code that verifies it. */
export function PhoneSetup({ phone, phone_number, form, changing }: Props) {
  const t = useTexts(phoneTexts)
  const numbered = phone.ending !== null && !changing && !form.errors.number
  return (
    <section aria-labelledby="phone-title" className="grid gap-6">
      <div className="grid gap-2">
        <h2 id="phone-title" className="text-lg font-bold">
          {t('title')}
        </h2>
        <p>{t('lead')}</p>
      </div>
      {numbered ? (
        <>
          <PhoneCode phone={phone} form={form} />
          <p>
            <TextLink href="?change=1" alone>
              {t('change')}
            </TextLink>
          </p>
        </>
      ) : (
        <NumberForm phone={phone} phone_number={phone_number} form={form} />
      )}
      <p className="text-muted-foreground">{t('noPhone')}</p>
    </section>
  )
}

function NumberForm({ phone, phone_number, form }: Omit<Props, 'changing'>) {
  const t = useTexts(phoneTexts)
  return (
    <form method="post" className="grid gap-6">
      <PhoneField
        {...field(form, 'number', maskPhone(phone_number))}
        label={t('number')}
        required
        className="max-w-sm"
      />
      {phone.hours && <HoursFields hours={phone.hours} form={form} />}
      <div>
        <SubmitButton name="go" value="phone" size="lg">
          {t('save')}
        </SubmitButton>
      </div>
    </form>
  )
}

const halfHours = Array.from({ length: 48 }, (_, index) => {
  const hour = String(Math.floor(index / 2)).padStart(2, '0')
  return `${hour}:${index % 2 === 0 ? '00' : '30'}`
})

function HoursFields({ hours, form }: Pick<ViewInput, 'form'> & { hours: NonNullable<Phone['hours']> }) {
  const t = useTexts(phoneTexts)
  const days = useTexts(weekdayTexts)
  const times = useTimes()
  const open = Object.values(hours)
  // Most people don't want calls at night, even if the course allows them.
  const from = open.map((hours) => hours.from || '09:00').toSorted()[0] ?? '09:00'
  const until =
    open
      .map(({ to }) => to || '21:00')
      .toSorted()
      .at(-1) ?? '21:00'
  const choices = (more: string) => [...new Set([...halfHours, more])].toSorted().map(times)
  return (
    <fieldset className="grid gap-3" aria-describedby="phone-days-hint">
      <legend className="mb-1 font-semibold">{t('days')}</legend>
      <FieldDescription id="phone-days-hint">{t('daysHint')}</FieldDescription>
      <div className="flex flex-wrap gap-x-6">
        {Object.keys(hours).map((day) => (
          <Checkbox
            key={day}
            name={`day_${day}`}
            value="1"
            label={days(day as keyof typeof weekdayTexts)}
            defaultChecked={Object.keys(form.values).length === 0 || `day_${day}` in form.values}
          />
        ))}
      </div>
      {form.errors.days && <FieldError>{form.errors.days}</FieldError>}
      <div className="flex flex-wrap gap-4">
        <SelectField {...field(form, 'from', from)} label={t('from')} options={choices(from)} />
        <SelectField {...field(form, 'to', until)} label={t('until')} options={choices(until)} />
      </div>
    </fieldset>
  )
}

/** A time in the language's format: '9:00 AM'. */
function useTimes() {
  const format = dateFormat(useLocale(), {
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'UTC',
  })
  return (value: string) => ({ value, label: format.format(new Date(`2000-01-01T${value}:00Z`)) })
}

const dayField = /^day_([a-z]{6,9})$/

/** The form's number and hours; all selected days have the same. */
export function phoneOf(values: Readonly<Record<string, string>>) {
  const { number = '', from, to } = values
  const days = Object.keys(values).flatMap((name) => dayField.exec(name)?.[1] ?? [])
  const hours =
    from !== undefined && to !== undefined ? Object.fromEntries(days.map((day) => [day, { from, to }])) : null
  return { number, hours }
}
