import { useRef, useState } from 'react'
import { Button } from '../../../platform/ui/button.tsx'
import { FieldError, SelectField } from '../../../platform/ui/field.tsx'
import { useTexts } from '../../../platform/ui/locale.tsx'
import { PhoneField } from '../../../platform/ui/masked.tsx'
import { maskPhone } from '../../../platform/ui/masks.ts'
import { Section } from './account-parts.tsx'
import { generalTexts } from './general.texts.ts'
import type { ProfileOptions } from './profile-options.shared.ts'
import type { FormParts } from './profile-parts.ts'

type Phone = { phone_id: number | null; phone_number: string; lk_phone_number_type_id: number }
type Row = Phone & { key: number }

const most = 10

type Props = FormParts & { onChange: () => void }

/** The numbers of a person: add, change, remove. What is removed is gone when the form is saved. */
export function PhoneFields({ details, errors, options, onChange }: Props) {
  const t = useTexts(generalTexts)
  const [rows, setRows] = useState<Row[]>(
    () => details?.data.phoneContactDetails.map((phone, key) => ({ ...phone, key })) ?? [],
  )
  const next = useRef(rows.length)
  const list = useRef<HTMLUListElement>(null)
  const adder = useRef<HTMLButtonElement>(null)
  const add = () => {
    setRows([...rows, { key: next.current++, phone_id: null, phone_number: '', lk_phone_number_type_id: 1 }])
    onChange()
    // The new row is there after this render; its number has the focus.
    requestAnimationFrame(() => list.current?.querySelector<HTMLInputElement>('li:last-child input[type=tel]')?.focus())
  }
  const remove = (key: number) => {
    setRows(rows.filter((row) => row.key !== key))
    onChange()
    adder.current?.focus()
  }
  return (
    <Section title={t('phones')}>
      <input type="hidden" name="phones" value="1" />
      {errors.contacts && <FieldError>{errors.contacts}</FieldError>}
      {rows.length === 0 && <p className="text-muted">{t('noPhones')}</p>}
      <ul ref={list} className="grid gap-3">
        {rows.map((row, n) => (
          <PhoneRow
            key={row.key}
            row={row}
            types={options.phoneTypes}
            error={errors[`phone_number_${n}`]}
            onRemove={() => remove(row.key)}
          />
        ))}
      </ul>
      <p>
        <Button ref={adder} look="secondary" size="small" onClick={add} disabled={rows.length >= most}>
          {t('addPhone')}
        </Button>
      </p>
    </Section>
  )
}

type RowProps = {
  row: Row
  types: ProfileOptions['phoneTypes']
  error: string | undefined
  onRemove: () => void
}

function PhoneRow({ row, types, error, onRemove }: RowProps) {
  const t = useTexts(generalTexts)
  const shown = maskPhone(row.phone_number)
  return (
    <li className="grid grid-cols-[1fr_auto] items-end gap-x-3 gap-y-2 sm:grid-cols-[1fr_12rem_auto]">
      <input type="hidden" name="phone_id" value={row.phone_id ?? ''} />
      <PhoneField
        name="phone_number"
        label={t('phone')}
        defaultValue={shown}
        error={error}
        autoComplete="off"
        className="max-sm:col-span-2"
      />
      <SelectField
        name="phone_type"
        label={t('phoneType')}
        options={types}
        defaultValue={row.lk_phone_number_type_id}
      />
      <Button
        look="danger-quiet"
        size="icon"
        aria-label={t('removePhone', { phone: shown || t('thisPhone') })}
        onClick={onRemove}
      >
        <span aria-hidden="true">×</span>
      </Button>
    </li>
  )
}
