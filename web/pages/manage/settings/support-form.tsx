import { formatHoursSentence, supportZones } from '#modules/settings/support/hours.shared.ts'
import { lk_issue_category } from '#modules/support/lookups.shared.ts'
import type { fetchSupportSettings } from '#modules/support/settings/fetch-support-settings.ts'
import { supportSettingsTexts } from '#modules/support/settings/support-settings.texts.ts'
import { dateFormat, formatLocale } from '#platform/locale-format.ts'
import { label, options } from '#platform/lookups.ts'
import { wordsIn } from '#platform/own-words.ts'
import { maskPhone } from '#platform/phone.ts'
import { localize, type ProductLocale } from '#platform/texts.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { Checkbox } from '#platform/ui/checkbox.tsx'
import { SelectField, TextareaField, TextField } from '#platform/ui/field.tsx'
import { useLocale, useTexts, useZone } from '#platform/ui/locale.tsx'
import { PhoneField } from '#platform/ui/masked.tsx'
import { PageTitle } from '#platform/ui/parts.tsx'
import { type FormState, field } from '#platform/web/form.ts'
import { AddedWords } from './added-words.tsx'

type PageData = Awaited<ReturnType<typeof fetchSupportSettings.run>>['settings']
export type SupportFormData = PageData & {
  assignees: readonly { value: number; label: string }[]
  /** The name of the inherited default assignee. */
  inheritedAssignee: string | null
}
type Part = { data: SupportFormData; form: FormState }

/** Every support setting; an empty one shows the value it inherits. */
export function SupportForm({ data, form }: Part) {
  const t = useTexts(supportSettingsTexts)
  return (
    <div className="max-w-3xl">
      <PageTitle lead={t('lead')}>{t('title')}</PageTitle>
      <FormAlert message={form.message} />
      <form method="post" className="grid gap-4">
        <input type="hidden" {...field(form, 'version', String(data.version))} />
        <Contact data={data} form={form} />
        <Hours data={data} form={form} />
        <Tickets data={data} form={form} />
        <BusySubmit label={t('save')} busyLabel={t('saving')} />
      </form>
    </div>
  )
}

function Contact({ data: { configuration, inherited }, form }: Part) {
  const t = useTexts(supportSettingsTexts)
  const from = (value: string) => t('inherited', { value })
  return (
    <Panel title={t('contact')}>
      <p className="mb-4 text-muted-foreground">{t('contactHint')}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        <PhoneField
          {...field(form, 'configuration.phone', maskPhone(configuration.phone ?? ''))}
          label={t('phone')}
          hint={from(inherited.phone ? maskPhone(inherited.phone) : t('ownPhone'))}
          autoComplete="off"
        />
        <TextField
          {...field(form, 'configuration.email', configuration.email ?? '')}
          type="email"
          label={t('email')}
          hint={from(inherited.email ?? t('none'))}
          maxLength={200}
        />
      </div>
    </Panel>
  )
}

/** A checkbox that keeps its state when the form is shown again. */
const box = ({ values }: FormState, name: string, initial = false) => ({
  name,
  value: '1',
  defaultChecked: values.version === undefined ? initial : values[name] === '1',
})

// 1 January 2024 was a Monday.
const dayName = (day: number, locale: string) =>
  dateFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(2024, 0, day))

function Hours({ data: { configuration, inherited }, form }: Part) {
  const t = useTexts(supportSettingsTexts)
  const locale = useLocale()
  const { hours } = configuration
  // The product's default hours apply to every organization.
  const inheritedHours = inherited.hours!
  // Hours of its own are in the organization's zone, if the list has it.
  const ownZone = useZone()
  const zone = ownZone in supportZones ? ownZone : inheritedHours.timezone
  return (
    <Panel title={t('hours')}>
      <p className="mb-4 text-muted-foreground">
        {t('hoursHint')} {t('inherited', { value: formatHoursSentence(inheritedHours, locale) })}
      </p>
      <fieldset className="mb-4">
        <legend className="font-semibold">{t('days')}</legend>
        <div className="flex flex-wrap gap-x-6">
          {[1, 2, 3, 4, 5, 6, 7].map((day) => (
            <Checkbox
              key={day}
              {...box(form, `configuration.hours.day${day}`, hours?.days.includes(day))}
              label={dayName(day, formatLocale(locale))}
            />
          ))}
        </div>
      </fieldset>
      <div className="grid gap-4 sm:grid-cols-3">
        <TextField
          {...field(form, 'configuration.hours.from', hours?.from ?? inheritedHours.from)}
          label={t('from')}
          type="time"
        />
        <TextField
          {...field(form, 'configuration.hours.until', hours?.until ?? inheritedHours.until)}
          label={t('until')}
          type="time"
        />
        <SelectField
          {...field(form, 'configuration.hours.timezone', hours?.timezone ?? zone)}
          label={t('timezone')}
          options={Object.entries(supportZones).map(([value, text]) => ({ value, label: localize(locale, text) }))}
        />
      </div>
    </Panel>
  )
}

function Tickets({ data, form }: Part) {
  const { configuration, inherited, assignees, inheritedAssignee } = data
  const t = useTexts(supportSettingsTexts)
  const locale = useLocale()
  const offered = inherited.categories?.map((id) => label(lk_issue_category, id, locale)).join(', ')
  const answer = (language: ProductLocale) => ({
    ...field(form, `configuration.automaticAnswer.${language}`, configuration.automaticAnswer?.[language] ?? ''),
    rows: 3,
    maxLength: 1_000,
  })
  return (
    <Panel title={t('tickets')}>
      <div className="grid gap-4">
        <TextareaField
          {...answer('en-us')}
          label={t('answer', { language: t('english') })}
          hint={
            inherited.automaticAnswer
              ? `${t('answerHint')} ${t('inherited', { value: wordsIn(inherited.automaticAnswer, locale) })}`
              : t('answerHint')
          }
        />
        <TextareaField {...answer('es-es')} label={t('answer', { language: t('spanish') })} />
        <AddedWords
          form={form}
          name="configuration.automaticAnswer"
          words={configuration.automaticAnswer}
          label={(language) => t('answer', { language })}
          hint={t('addedHint')}
          rows={3}
          maxLength={1_000}
        />
        <SelectField
          {...field(form, 'configuration.defaultAssignee', configuration.defaultAssignee?.toString() ?? '')}
          label={t('assignee')}
          hint={t('assigneeHint')}
          placeholder={t('inherited', { value: inheritedAssignee ?? t('none') })}
          options={assignees}
        />
        <fieldset>
          <legend className="font-semibold">{t('categories')}</legend>
          <p className="text-sm text-muted-foreground">
            {t('categoriesHint')} {offered && t('inherited', { value: offered })}
          </p>
          <div className="grid sm:grid-cols-2">
            {options(lk_issue_category, locale).map(({ value, label: name }) => (
              <Checkbox
                key={value}
                {...box(form, `configuration.category${value}`, configuration.categories?.includes(value))}
                label={name}
              />
            ))}
          </div>
        </fieldset>
      </div>
    </Panel>
  )
}
