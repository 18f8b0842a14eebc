import { callApi } from '#platform/ui/api.ts'
import { Combobox } from '#platform/ui/combobox.tsx'

type Choice = { value: number; label: string }
type Props = {
  name: string
  label: string
  hint?: string | undefined
  error?: string | undefined
  chosen: readonly Choice[]
  onChange: (user_id: string) => void
}

/** A member of the support staff, found by name or email. */
export default function StaffField({ chosen, onChange, ...field }: Props) {
  const search = async (text: string): Promise<Choice[]> => {
    const query = { searchkey: `contains:${text}` }
    const response = await callApi((api) => api.GET('/support/assignee/autocomplete', { params: { query } }), {
      quiet: true,
    })
    if (!response.ok) throw new Error(response.message)
    return response.data.data.map(({ user_id, first_name, last_name, code }) => ({
      value: user_id,
      label: `${first_name} ${last_name} (${code})`,
    }))
  }
  return (
    <Combobox
      {...field}
      options={search}
      defaultValue={chosen}
      onValueChange={([option]) => onChange(option ? String(option.value) : '')}
    />
  )
}
