import { useEffect, useRef, useState } from 'react'
import { SubmitButton } from '#platform/ui/button.tsx'
import { Checkbox } from '#platform/ui/checkbox.tsx'
import { SelectField } from '#platform/ui/field.tsx'
import { island } from '#platform/ui/island.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { itemOptionTexts } from './item-options.texts.ts'

export type ItemOptionsProps = {
  /** The id of the fields' form, which is elsewhere on the page because forms can't be nested. */
  form: string
  methods: { value: number; label: string; price: string | null }[]
  chosen: number | null
  /** Set if a payment was refused because no method was chosen. */
  error: string | undefined
  /** The formatted price of the audio, or null. */
  audio_price: string | null
  audio: boolean
  /** For a certificate by mail: whether it is also emailed; null for other deliveries. */
  send_email: boolean | null
}

/** Shipping and audio of one item. Choices are submitted immediately; without scripts, by a button. */
export default island('checkout/item-options', { when: 'load' }, ItemOptions)

function ItemOptions({ form, methods, chosen, error, audio_price, audio, send_email }: ItemOptionsProps) {
  const t = useTexts(itemOptionTexts)
  const [isHydrated, setHydrated] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => setHydrated(true), [])
  const send = () => button.current?.form?.requestSubmit()
  const [first, ...others] = methods.map(({ value, label, price }) => ({
    value,
    label: `${label} · ${price ?? t('free')}`,
  }))
  return (
    <div className="grid gap-3">
      {first && others.length === 0 && (
        <p>
          <span className="font-semibold">{t('shipping')}:</span> {first.label}
        </p>
      )}
      {first && others.length > 0 && (
        <SelectField
          form={form}
          name="lk_shipping_type_id"
          label={t('shipping')}
          defaultValue={chosen ?? ''}
          {...(chosen === null && { placeholder: true as const })}
          options={[first, ...others]}
          error={error}
          onChange={send}
        />
      )}
      {send_email !== null && (
        <>
          {/* Marks that the checkbox was present: unchecked ones are not sent. */}
          <input type="hidden" form={form} name="email_asked" value="1" />
          <Checkbox
            form={form}
            name="sendEmail"
            value="1"
            label={t('sendEmail')}
            defaultChecked={send_email}
            onChange={send}
          />
        </>
      )}
      {audio_price && (
        <Checkbox
          form={form}
          name="audio_ind"
          value="1"
          label={t('audio', { price: audio_price })}
          defaultChecked={audio}
          onChange={send}
        />
      )}
      <SubmitButton ref={button} form={form} variant="outline" size="sm" hidden={isHydrated}>
        {t('update')}
      </SubmitButton>
    </div>
  )
}
