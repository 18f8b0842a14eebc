import { type ReactNode, useRef, useState } from 'react'
import { Section } from '#modules/identity/account/account-parts.shared.tsx'
import { maskPhone } from '#platform/phone.ts'
import { Button } from '#platform/ui/button.tsx'
import { Checkbox } from '#platform/ui/checkbox.tsx'
import { FieldError, SelectField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { PhoneField } from '#platform/ui/masked.tsx'
import { generalTexts } from './general.texts.ts'
import { maxPhones } from './phone-rows.shared.ts'
import type { ProfileOptions } from './profile-options.shared.ts'
import type { FormParts } from './profile-parts.ts'

type Phone = { phone_id: number | null; phone_number: string; lk_phone_number_type_id: number }
type Row = Phone & { key: number }

type Props = FormParts & { onChange: () => void }

/**
 * A person's phone numbers: add, change, remove. Removals take effect when the form is saved. Without scripts there is
 * one empty row, and a checkbox for removing each number.
 */
export function PhoneFields({ details, errors, autofill, options, fieldProps, onChange }: Props) {
  const t = useTexts(generalTexts)
  const [rows, setRows] = useState<Row[]>(
    () => details?.data.phoneContactDetails.map((phone, key) => ({ ...phone, key })) ?? [],
  )
  const nextKey = useRef(rows.length)
  const list = useRef<HTMLUListElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const add = () => {
    setRows([...rows, { key: nextKey.current++, phone_id: null, phone_number: '', lk_phone_number_type_id: 1 }])
    onChange()
    // The new row exists after this render; its number gets the focus.
    requestAnimationFrame(() => list.current?.querySelector<HTMLInputElement>('li:last-child input[type=tel]')?.focus())
  }
  const remove = (key: number) => {
    setRows(rows.filter((row) => row.key !== key))
    onChange()
    addButton.current?.focus()
  }
  return (
    <Section title={t('phones')}>
      <input type="hidden" name="phones" value="1" />
      {errors.contacts && <FieldError>{errors.contacts}</FieldError>}
      {rows.length === 0 && <p className="text-muted-foreground">{t('noPhones')}</p>}
      <ul ref={list} className="grid gap-3">
        {rows.map((row, n) => (
          <PhoneRow
            key={row.key}
            row={row}
            types={options.phoneTypes}
            n={n}
            autofill={autofill}
            fieldProps={fieldProps}
            onRemove={() => remove(row.key)}
          />
        ))}
      </ul>
      {rows.length < maxPhones && (
        <noscript>
          <PhoneNumber
            row={blankPhone}
            n={rows.length}
            types={options.phoneTypes}
            autofill={autofill}
            fieldProps={fieldProps}
          />
        </noscript>
      )}
      <p className="scripted">
        <Button ref={addButton} variant="outline" size="sm" onClick={add} disabled={rows.length >= maxPhones}>
          {t('addPhone')}
        </Button>
      </p>
    </Section>
  )
}

const blankPhone: Phone = { phone_id: null, phone_number: '', lk_phone_number_type_id: 1 }

type RowProps = Pick<FormParts, 'autofill' | 'fieldProps'> & {
  row: Phone
  /** Its position in the form, from 0. */
  n: number
  types: ProfileOptions['phoneTypes']
}

function PhoneRow({ onRemove, ...number }: RowProps & { onRemove: () => void }) {
  const t = useTexts(generalTexts)
  const { row, n } = number
  return (
    <li className="grid gap-2">
      <PhoneNumber {...number}>
        <Button
          variant="destructive-outline"
          size="icon"
          className="scripted"
          aria-label={t('removePhone', { phone: maskPhone(row.phone_number) || t('thisPhone') })}
          onClick={onRemove}
        >
          <span aria-hidden="true">×</span>
        </Button>
      </PhoneNumber>
      {row.phone_id !== null && (
        <noscript>
          <Checkbox name={`phone_remove_${n}`} value="1" label={t('removePhone', { phone: t('thisPhone') })} />
        </noscript>
      )}
    </li>
  )
}

function PhoneNumber({ row, n, types, autofill, fieldProps, children }: RowProps & { children?: ReactNode }) {
  const t = useTexts(generalTexts)
  return (
    <div className="grid grid-cols-[1fr_auto] items-end gap-x-3 gap-y-2 sm:grid-cols-[1fr_12rem_auto]">
      <input type="hidden" name={`phone_id_${n}`} value={row.phone_id ?? ''} />
      <PhoneField
        {...fieldProps(`phone_number_${n}`, maskPhone(row.phone_number))}
        label={t('phone')}
        autoComplete={autofill('tel-national')}
        className="max-sm:col-span-2"
      />
      <SelectField
        {...fieldProps(`phone_type_${n}`, row.lk_phone_number_type_id)}
        label={t('phoneType')}
        options={types}
      />
      {children}
    </div>
  )
}
