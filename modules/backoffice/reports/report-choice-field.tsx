import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { callApi } from '#platform/ui/api.ts'
import { Combobox } from '#platform/ui/combobox.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import type { Option } from '#platform/ui/native-select.tsx'
import { reportTexts } from './reports.texts.ts'

export type ChoiceKind = 'course_id' | 'website_id' | 'organization_id'

const quietOptions = { quiet: true }

/** Finds records by part of the name, or by number. */
const finders: Record<ChoiceKind, (text: string) => Promise<Option[] | null>> = {
  async course_id(text) {
    const query = isNumber(text) ? { course_id: Number(text) } : { name: `contains:${text}` }
    const response = await callApi((api) => api.GET('/course/fetch/autocomplete', { params: { query } }), quietOptions)
    return response.ok ? response.data.course.map(({ course_id, name }) => ({ value: course_id, label: name })) : null
  },
  async website_id(text) {
    const query = isNumber(text) ? { website_id: Number(text) } : { url: `contains:${text}` }
    const response = await callApi((api) => api.GET('/website/fetch/autocomplete', { params: { query } }), quietOptions)
    return response.ok
      ? response.data.website.map(({ website_id, name }) => ({ value: website_id, label: name }))
      : null
  },
  async organization_id(text) {
    const query = { searchkey: isNumber(text) ? text : `contains:${text}` }
    const response = await callApi(
      (api) => api.GET('/organization/fetch/autocomplete', { params: { query } }),
      quietOptions,
    )
    return response.ok
      ? response.data.organization.map(({ organization_id, name, code }) => ({
          value: organization_id,
          label: `${name} (${code})`,
        }))
      : null
  },
}
const isNumber = (text: string) => /^\d{1,9}$/.test(text)

type Props = { name: ChoiceKind; value: string; label: string; hint: string; error: string | null; fallback: ReactNode }

/** Selects one record, or all whose names contain the text. */
export default function ReportChoiceField({ name, value, label, hint, error, fallback }: Props) {
  const t = useTexts(reportTexts)
  const [first, setFirst] = useState<readonly Option[] | null>(value === '' ? [] : null)

  // The address has only a number: its name is looked up once.
  useEffect(() => {
    if (value === '') return
    let isUnmounted = false
    const asTyped: Option[] = [{ value, label: isNumber(value) ? value : t('containing', { text: value }) }]
    const find = async () => (isNumber(value) ? ((await finders[name](value)) ?? []) : [])
    void find().then((choices) => {
      if (!isUnmounted) setFirst(choices.length > 0 ? choices.slice(0, 1) : asTyped)
    })
    return () => {
      isUnmounted = true
    }
  }, [name, value, t])

  const search = useCallback(
    async (text: string) => {
      const input = text.trim()
      const choices = await finders[name](input)
      if (!choices) throw new Error(name)
      return input === '' || isNumber(input)
        ? choices
        : [...choices, { value: input, label: t('containing', { text: input }) }]
    },
    [name, t],
  )
  if (first === null) return fallback
  return (
    <Combobox
      name={name}
      label={label}
      hint={hint}
      options={search}
      defaultValue={first}
      {...(error !== null && { error })}
    />
  )
}
