import { lazy, Suspense, useEffect, useState } from 'react'
import { callApi } from '#platform/ui/api.ts'
import { SelectField } from '#platform/ui/field.tsx'
import { island } from '#platform/ui/island.tsx'
import type { Option } from '#platform/ui/native-select.tsx'

type Props = {
  name: string
  label: string
  /** The choices; for `courses` only those shown without scripts. */
  options: readonly Option[]
  chosen?: Option | undefined
  error?: string | undefined
  /** The label of the empty choice; a choice is required if omitted. */
  placeholder?: string
  courses?: boolean
  className?: string
}

/**
 * A field in which staff find a choice by typing, such as a person by email; a plain select until scripts have loaded.
 */
export default island('support/choice-field', { when: 'later' }, ChoiceField)

const Combobox = lazy(() => import('#platform/ui/combobox.tsx').then((part) => ({ default: part.Combobox })))

function ChoiceField({ name, label, options, chosen, error, placeholder, courses = false, className }: Props) {
  const [isHydrated, setHydrated] = useState(false)
  useEffect(() => setHydrated(true), [])
  const isRequired = placeholder === undefined
  const allOptions = chosen && !options.some(({ value }) => value === chosen.value) ? [chosen, ...options] : options
  const commonProps = { name, label, error, required: isRequired, className }
  const plainSelect = (
    <SelectField
      {...commonProps}
      defaultValue={chosen?.value ?? ''}
      options={allOptions}
      {...(placeholder && { placeholder })}
    />
  )
  if (!isHydrated) return plainSelect
  return (
    <Suspense fallback={plainSelect}>
      <Combobox {...commonProps} options={courses ? searchCourses : options} defaultValue={chosen ? [chosen] : []} />
    </Suspense>
  )
}

async function searchCourses(text: string): Promise<Option[]> {
  const query = { name: `contains:${text}` }
  const response = await callApi((api) => api.GET('/course/fetch/autocomplete', { params: { query } }), { quiet: true })
  if (!response.ok) throw new Error(response.message)
  return response.data.course.map(({ course_id, name }) => ({ value: course_id, label: name }))
}
