import { listedTypes } from '#platform/events/event-types.ts'
import { SubmitButton } from '#platform/ui/button.tsx'
import { Checkbox } from '#platform/ui/checkbox.tsx'
import { TextField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { field, type SentForm } from '#platform/web/form.ts'
import type { ViewInput } from '#platform/web/page.ts'
import { webhookPageTexts } from './webhooks.texts.ts'

const fieldOf = (type: string) => `event ${type}`

/** The input of the calls that create and change an endpoint. */
export function webhookInput({ values }: SentForm) {
  const { url = '' } = values
  return { url, event_types: listedTypes.filter((type) => values[fieldOf(type)] === 'on') }
}

type WebhookFormProps = {
  values: { url: string; event_types: readonly string[] }
  form: ViewInput['form']
  action: string
  submit: string
}

/** The settings of an endpoint. */
export function WebhookForm({ values, form, action, submit }: WebhookFormProps) {
  const t = useTexts(webhookPageTexts)
  const isSubmitted = form.values.action === action
  const isChecked = (type: string) =>
    isSubmitted ? form.values[fieldOf(type)] === 'on' : values.event_types.includes(type)
  return (
    <form method="post" className="grid max-w-2xl gap-4">
      <TextField
        {...field(form, 'url', values.url)}
        type="url"
        label={t('url')}
        hint={t('urlHint')}
        autoComplete="off"
        required
      />
      <fieldset className="grid gap-x-6 sm:grid-cols-2">
        <legend className="mb-1 font-semibold">{t('types')}</legend>
        <p className="mb-2 text-muted-foreground sm:col-span-2">{t('typesHint')}</p>
        {listedTypes.map((type) => (
          <Checkbox key={type} name={fieldOf(type)} label={type} defaultChecked={isChecked(type)} />
        ))}
      </fieldset>
      <div>
        <SubmitButton name="action" value={action}>
          {submit}
        </SubmitButton>
      </div>
    </form>
  )
}
